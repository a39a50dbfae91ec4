import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyParcel, foldParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import { CURRENT_STATUSES } from '#contracts/vocabulary/statuses.ts';
import { anyHistory } from '#tests/properties/random-history.ts';
import { continued } from '#tests/properties/real-fold.ts';
import { audienceOfChange } from './change-audience.ts';

const CUSTOMERS = [1, 2, 3];
type Recorded = { parcel: ParcelState; position: number };

/** What a customer's own lists, history and holding show (rule: My and past; rule: What one may not see). */
function ownReads({ parcel, position }: Recorded, zone: string, customerId: number): unknown {
  const { spells, entries } = foldParcel(parcel, zone);
  const own = spells.filter((spell) => spell.customerId === customerId);
  const newest = own.find(({ end }) => end === null) ?? own.at(-1);
  const recorded = parcel.entries.filter((entry) => entry.customerId === customerId);
  const ids = new Set(recorded.map(({ eventId }) => eventId));
  return {
    row: newest && { key: newest.key, status: newest.status, end: newest.end, frozen: newest.frozen },
    delivered: newest && parcel.vendorAvailability,
    lastUpdated: newest?.end === null && CURRENT_STATUSES.includes(newest.status) ? position : null,
    holding: own.map(({ days }) => days),
    live: entries.filter(({ eventId }) => ids.has(eventId)),
    recorded,
    declines: parcel.declines.filter((decline) => decline.customerId === customerId),
    undone: parcel.undone.filter(({ eventId }) => ids.has(eventId)),
    dateChanges: parcel.dateChanges.filter(({ eventId }) => ids.has(eventId)),
  };
}

/** What Available shows. */
function offered({ parcel, position }: Recorded, zone: string): unknown {
  const isThere = parcel.listed && foldParcel(parcel, zone).status === 'AVAILABLE';
  return isThere ? { attributes: parcel.attributes, price: parcel.prices.at(-1), position } : null;
}

it('a change is announced to exactly those whose own reads show it', () => {
  fc.assert(
    fc.property(anyHistory, fc.nat(30), fc.integer({ min: 1, max: 3 }), ({ place, events }, at, many) => {
      const { zone } = place;
      const from = Math.min(at, Math.max(0, events.length - 1));
      const changes = events.slice(from, from + many);
      if (changes.length === 0) return;
      const start = continued(emptyParcel('P-1'), events.slice(0, from), 0);
      const before = { parcel: start, position: from };
      const after = { parcel: continued(start, changes, from), position: from + changes.length };
      const types = new Set(changes.map(({ type }) => type));
      const withdrawal = ['StoneListed', 'StoneWithdrawn', 'StoneReinstated'].some((type) =>
        types.has(type as (typeof changes)[number]['type']),
      );
      const audience = audienceOfChange(
        after.parcel,
        { since: from + 1, delivered: types.has('StoneListed'), withdrawal },
        zone,
      );

      const changed = (read: (recorded: Recorded) => unknown): boolean =>
        JSON.stringify(read(before)) !== JSON.stringify(read(after));
      expect(audience.customers).toEqual(
        CUSTOMERS.filter((customerId) => changed((recorded) => ownReads(recorded, zone, customerId))),
      );
      const isSeen = changed((recorded) => offered(recorded, zone));
      if (isSeen) expect(audience.public).toBe(true);
      // What is withdrawn twice, or listed again while somebody holds it, may be announced for nothing.
      if (!withdrawal) expect(audience.public).toBe(isSeen);
    }),
    { numRuns: 1_000 },
  );
});
