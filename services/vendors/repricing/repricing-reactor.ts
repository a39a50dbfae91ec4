import { vendorStream, type DomainEvent } from '#contracts/events/index.ts';
import { earliestInstant } from '#contracts/vocabulary/house-time.ts';
import { parseFact, type CommandContext } from '#services/platform/commands/index.ts';
import type { Reactor } from '#services/platform/reactors/index.ts';
import { queueStock, type RepricingKind } from './queue-repricing.ts';

const PREFIX = vendorStream(0).slice(0, -1);

/**
 * Notes that a vendor's parcels are to be repriced once its new markup counts (rule: List price and customer price), and
 * that they are to follow its new tier (rule: Accept and reject); a job sees to both.
 */
export function repricingReactor(
  { db, zone }: Pick<CommandContext, 'db' | 'zone'>,
  startAt: Reactor['startAt'],
): Reactor {
  return {
    name: 'vendor-repricing',
    eventTypes: ['VendorTermsChanged', 'VendorSettingsChanged'],
    startAt,
    async react(recorded) {
      const event = parseFact(recorded);
      const kind = whatFollows(event);
      if (kind === null) return;
      const vendorId = Number(recorded.stream.slice(PREFIX.length));
      const dueAt = earliestInstant(event.data.effectiveAt, zone);
      await queueStock(db, { id: event.id, vendorId, kind, dueAt });
    },
  };
}

/** What of all the vendor's parcels follows a change; null for nothing. */
function whatFollows(event: DomainEvent): RepricingKind | null {
  if (event.type === 'VendorTermsChanged' && event.data.changes.markupPpm !== undefined) return 'MARKUP';
  if (event.type === 'VendorSettingsChanged' && event.data.changes.tier !== undefined) return 'TIERS';
  return null;
}
