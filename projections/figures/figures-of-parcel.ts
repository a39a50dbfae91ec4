import { endingsOf, type ParcelState, type ParcelView, type Spell } from '#contracts/lifecycle/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
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
  const spellOf = new Map(view.spells.flatMap((spell) => spell.entryIds.map((id) => [id, spell] as const)));
  for (const spell of view.spells) {
    const entries = spell.entryIds.flatMap((id) => entryOf.get(id) ?? []);
    const { attributes } = spell.frozen;
    const own = { parcel_name, line, spell_key: spell.key, customer_id: spell.customerId };
    const memo_on = entries.find(({ type }) => type === 'MEMO')?.day ?? null;
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
      for (const period of pricesWithin(spell, ending))
        facts.endings.push({
          ...own,
          ...period,
          ended_on: ending.endedOn,
          sold: ending.sold,
          days_to_sale: ending.daysToSale,
          shape_code: attributes.shapeCode ?? null,
          weight: attributes.weight,
        });
  }
  for (const { eventId, customerId, type, day } of view.entries) {
    if (type === 'REPRICING') continue;
    const spell = spellOf.get(eventId);
    const periods = spell
      ? pricesWithin(spell, { from: day, to: null })
      : [{ from_day: day, to_day: null, price_cents: 0 }];
    for (const period of periods)
      facts.movements.push({
        event_id: eventId,
        parcel_name,
        customer_id: customerId,
        line,
        type,
        day,
        ...period,
      });
  }
  return facts;
}

/** The prices of a spell at the ends of the days [from, to), each with the days that it has it. */
function pricesWithin(
  { prices }: Spell,
  { from, to }: { from: HouseDay; to: HouseDay | null },
): Pick<MovementRow, 'from_day' | 'to_day' | 'price_cents'>[] {
  return prices.flatMap(({ from: since, customerPriceCents: price_cents }, index) => {
    const next = prices[index + 1]?.from ?? null;
    const from_day = since > from ? since : from;
    const to_day = next === null || (to !== null && to < next) ? to : next;
    return to_day === null || from_day < to_day ? [{ from_day, to_day, price_cents }] : [];
  });
}
