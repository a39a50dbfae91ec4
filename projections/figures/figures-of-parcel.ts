import { endingsOf, type ParcelState, type ParcelView } from '#contracts/lifecycle/index.ts';
import type { Fact } from './known-rows.ts';
import type { EndingRow, MovementRow, StatusRow } from './tables.ts';

/** The rows of a parcel in the figures. */
export type ParcelFacts = {
  statuses: Fact<StatusRow>[];
  endings: Fact<EndingRow>[];
  movements: Fact<MovementRow>[];
};

/** The rows of a parcel in the figures of reports (rule: Figures on screen). Pure. */
export function figuresOfParcel(parcel: ParcelState, view: ParcelView): ParcelFacts {
  const { parcelName: parcel_name, line } = parcel;
  const entryOf = new Map(view.entries.map((entry) => [entry.eventId, entry]));
  const facts: ParcelFacts = { statuses: [], endings: [], movements: [] };
  const priceOf = new Map<string, number>();
  for (const spell of view.spells) {
    const entries = spell.entryIds.flatMap((id) => entryOf.get(id) ?? []);
    const { customerPriceCents: price_cents, attributes } = spell.frozen;
    const own = { parcel_name, line, spell_key: spell.key, customer_id: spell.customerId };
    const memo_on = entries.find(({ type }) => type === 'MEMO')?.day ?? null;
    for (const { eventId } of entries) priceOf.set(eventId, price_cents);
    for (const { from, to, status, customerPriceCents } of spell.days)
      facts.statuses.push({
        ...own,
        from_day: from,
        to_day: to,
        status,
        price_cents: customerPriceCents,
        begun_on: entries[0]?.day ?? from,
        memo_on,
      });
    for (const ending of endingsOf(spell, entries, (id) => entryOf.get(id)?.day))
      facts.endings.push({
        ...own,
        from_day: ending.from,
        to_day: ending.to,
        ended_on: ending.endedOn,
        sold: ending.sold,
        days_to_sale: ending.daysToSale,
        price_cents,
        shape_code: attributes.shapeCode ?? null,
        weight: attributes.weight,
      });
  }
  for (const { eventId, customerId, type, day } of view.entries)
    if (type !== 'REPRICING')
      facts.movements.push({
        event_id: eventId,
        parcel_name,
        customer_id: customerId,
        line,
        type,
        day,
        price_cents: priceOf.get(eventId) ?? 0,
      });
  return facts;
}
