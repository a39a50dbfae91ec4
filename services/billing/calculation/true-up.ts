import { type LineOf } from '#contracts/billing/index.ts';
import { PPM } from '#contracts/vocabulary/money.ts';
import type { Standing } from './account.ts';
import { dayNumber, houseDay, type PricedDays } from './billable-spells.ts';
import { roundHalfAway } from './exact.ts';
import type { TermsOfMonth } from './terms-in-month.ts';
import { daysIn, firstDayOf, type Month } from '#contracts/vocabulary/months.ts';

/**
 * The minimum true-up (rule: Minimum true-up): max(0, Σ over active days of feeRate × (minInventory − P held
 * at the day's end)) ÷ D; a day is active when terms with minInventory > 0 are in force. Undefined when no
 * day is active.
 * @param held the days of the month on which parcels were held
 */
export function trueUpLine(
  account: Standing,
  month: Month,
  held: readonly PricedDays[],
  terms: TermsOfMonth,
  overrideOf: (key: string) => LineOf<'TRUE_UP'>['override'],
): LineOf<'TRUE_UP'> | undefined {
  const first = dayNumber(firstDayOf(month));
  const daysInMonth = daysIn(month);
  const since = dayNumber(account.minimumSince);
  const runs = terms.runs.filter((run) => run.terms.minInventoryCents > 0 && run.to > since);
  if (runs.length === 0) return undefined;

  const atDayEnds = heldAtDayEnds(held, first, daysInMonth);
  const segments: LineOf<'TRUE_UP'>['working']['segments'] = [];
  let exact = 0n;
  let activeDays = 0;
  for (const { from, to, terms: inForce } of runs) {
    for (let day = Math.max(from, since); day < to; day++) {
      const heldCents = atDayEnds[day - first]!;
      const { minInventoryCents, feeRatePpm: ratePpm } = inForce;
      exact += BigInt(ratePpm) * BigInt(minInventoryCents - heldCents);
      activeDays += 1;
      const last = segments.at(-1);
      const goesOn =
        last?.to === houseDay(day - 1) &&
        last.heldCents === heldCents &&
        last.minInventoryCents === minInventoryCents &&
        last.ratePpm === ratePpm;
      if (goesOn) {
        last.to = houseDay(day);
        last.days += 1;
      } else {
        const at = houseDay(day);
        segments.push({ from: at, to: at, days: 1, minInventoryCents, heldCents, ratePpm });
      }
    }
  }
  const computedCents = exact > 0n ? roundHalfAway(exact, BigInt(daysInMonth) * BigInt(PPM)) : 0;
  const override = overrideOf('TRUE_UP');
  const amountCents = override?.valueCents ?? computedCents;
  return {
    kind: 'TRUE_UP',
    key: 'TRUE_UP',
    parcelName: null,
    line: null,
    computedCents,
    override,
    amountCents,
    vendorParts: [],
    tradingSystemCents: 0,
    houseCents: amountCents,
    working: { daysInMonth, activeDays, segments },
  };
}

/** P held (CUSTOMER or PENDING_RETURN) at each day's end of the month. */
function heldAtDayEnds(held: readonly PricedDays[], first: number, daysInMonth: number): number[] {
  const changes = new Array<number>(daysInMonth + 1).fill(0);
  for (const { from, to, priceCents } of held) {
    changes[from - first]! += priceCents;
    changes[to - first]! -= priceCents;
  }
  let sum = 0;
  return changes.slice(0, daysInMonth).map((change) => (sum += change));
}
