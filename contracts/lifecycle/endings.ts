import { daysBetween, type HouseDay } from '../vocabulary/house-time.ts';
import type { LiveEntry, Spell } from './parcel-types.ts';

/** How a spell with a memo stands as over, at the ends of the days [from, to); `to` null where nothing later changes it. */
export type Ending = {
  from: HouseDay;
  to: HouseDay | null;
  endedOn: HouseDay;
  /** By an invoice that stands on these days. */
  sold: boolean;
  /** From the first MEMO to SOLD, else to the invoice; null where it was not sold. */
  daysToSale: number | null;
};

/**
 * Through time, how a spell with a memo ended: by an invoice that stands, else as it was closed (rule: Movements and key
 * figures). Days on which it goes on are in none of them. Pure.
 * @param entries the spell's own, in fold order
 * @param dayOf the day of any live entry of the parcel, by its event id
 */
export function endingsOf(
  spell: Spell,
  entries: readonly LiveEntry[],
  dayOf: (eventId: string) => HouseDay | undefined,
): Ending[] {
  const memo = entries.find(({ type }) => type === 'MEMO');
  if (!memo) return [];
  const invoices = spell.invoices.map(({ eventId, creditId }) => ({
    day: dayOf(eventId) ?? memo.day,
    creditedOn: creditId === null ? null : (dayOf(creditId) ?? null),
  }));
  const endedAt = (day: HouseDay): Omit<Ending, 'from' | 'to'> | null => {
    const issued = invoices.filter((invoice) => invoice.day <= day);
    const standing = issued.findLast(({ creditedOn }) => creditedOn === null || creditedOn > day);
    if (standing) {
      const sold = entries.findLast((entry) => entry.type === 'SOLD' && entry.day <= day);
      const daysToSale = Math.max(0, daysBetween(memo.day, sold?.day ?? standing.day));
      return { endedOn: standing.day, sold: true, daysToSale };
    }
    const begun = spell.days.filter(({ from }) => from <= day);
    const last = begun.at(-1);
    if (last && (last.to === null || last.to > day)) return null;
    const closedOn = last?.to ?? entries.findLast((entry) => entry.day <= day)!.day;
    // Of several invoices, which credit takes back which does not tell which came last.
    const lastCredit = issued
      .flatMap(({ creditedOn }) => creditedOn ?? [])
      .sort()
      .at(-1);
    return { endedOn: lastCredit ?? closedOn, sold: false, daysToSale: null };
  };

  const changes = [
    ...entries.map(({ day }) => day),
    ...spell.days.flatMap(({ to }) => to ?? []),
    ...invoices.flatMap(({ creditedOn }) => creditedOn ?? []),
  ];
  const days = [...new Set(changes)].filter((day) => day >= memo.day).sort();
  const endings: Ending[] = [];
  for (const day of days) {
    const ended = endedAt(day);
    const before = endings.at(-1);
    if (before?.to === null) {
      if (ended && same(before, ended)) continue;
      before.to = day;
    }
    if (ended) endings.push({ from: day, to: null, ...ended });
  }
  return endings;
}

const same = (one: Omit<Ending, 'from' | 'to'>, other: Omit<Ending, 'from' | 'to'>): boolean =>
  one.endedOn === other.endedOn && one.sold === other.sold && one.daysToSale === other.daysToSale;
