import type { Frozen } from '../events/stone-events.ts';
import type { HouseDay } from '../vocabulary/house-time.ts';
import type { ParcelView } from './parcel-types.ts';

/** An INVOICE that counts, what was frozen at the end of its day, and the day on which a CREDIT took it back. */
export type Sale = {
  spellKey: string;
  customerId: number;
  invoicedOn: HouseDay;
  creditedOn: HouseDay | null;
  frozen: Frozen;
};

/**
 * A parcel's sales, spell by spell: each INVOICE of a spell is one, whatever came after it, and only a CREDIT takes it
 * back (rule: Opening and closing). Pure.
 */
export function salesOf({ spells, entries }: ParcelView): Sale[] {
  const dayOf = new Map(entries.map(({ eventId, day }) => [eventId, day]));
  return spells.flatMap(({ key, customerId, invoices }) =>
    invoices.map(({ eventId, creditId, frozen }) => ({
      spellKey: key,
      customerId,
      // An invoice and its credit are live entries: the fold has the days of both.
      invoicedOn: dayOf.get(eventId)!,
      creditedOn: creditId === null ? null : dayOf.get(creditId)!,
      frozen,
    })),
  );
}
