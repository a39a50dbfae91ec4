import { sql } from 'kysely';
import { vendorStream } from '#contracts/events/index.ts';
import { earliestInstant } from '#contracts/vocabulary/house-time.ts';
import { parseFact, type CommandContext } from '#services/platform/commands/index.ts';
import type { Reactor } from '#services/platform/reactors/index.ts';

const PREFIX = vendorStream(0).slice(0, -1);

/**
 * Notes that a vendor's parcels are to be repriced once its new markup counts (rule: List price and customer
 * price); a job reprices them.
 */
export function repricingReactor(
  { db, zone }: Pick<CommandContext, 'db' | 'zone'>,
  startAt: Reactor['startAt'],
): Reactor {
  return {
    name: 'vendor-repricing',
    eventTypes: ['VendorTermsChanged'],
    startAt,
    async react(recorded) {
      const event = parseFact(recorded);
      if (event.type !== 'VendorTermsChanged' || event.data.changes.markupPpm === undefined) return;
      const vendorId = Number(recorded.stream.slice(PREFIX.length));
      const dueAt = new Date(earliestInstant(event.data.effectiveAt, zone));
      await sql`
        insert into vitrine.repricing (id, vendor_id, due_at) values (${event.id}, ${vendorId}, ${dueAt})
        on conflict do nothing`.execute(db);
    },
  };
}
