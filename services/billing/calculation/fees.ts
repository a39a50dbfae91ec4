import { type FeeSegment, type LineOf, type VendorPart } from '#contracts/billing/index.ts';
import type { CustomerTerms } from '#contracts/events/index.ts';
import { daysBetween } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { PPM } from '#contracts/vocabulary/money.ts';
import type { Standing } from './account.ts';
import {
  dayNumber,
  houseDay,
  type BillableSpell,
  type DayNumber,
  type PricedDays,
} from './billable-spells.ts';
import { houseShare, largestRemainder, roundHalfAway, vendorShare } from './exact.ts';
import { vendorTermsOn, type TermsOfMonth } from './terms-in-month.ts';
import { daysIn, firstDayOf, lastDayOf, type Month } from '#contracts/vocabulary/months.ts';

/** A computed line before overrides: the parts are made when the amount is settled. */
export type Fee = {
  readonly key: string;
  readonly spell: BillableSpell;
  readonly computedCents: number;
  /** P·d in cents × days. */
  readonly centDays: number;
  readonly working: LineOf<'FEE'>['working'];
};

/**
 * Which earlier spell hands down the grace days that it has spent: the newest that was on memo; or, as by policy versions
 * 1 and 2, the newest of all, which has spent none where it was sold without a memo.
 */
export type InheritedGrace = 'NEWEST_MEMO' | 'NEWEST_SPELL';

/** The monthly fee rate of a product line; the line decides before HAF (rule: Fee; rule: HAF). */
function feeRateOf(line: Line, terms: CustomerTerms): number {
  if (line === 'labGrown') return terms.lgFeeRatePpm;
  return line === 'fancyColour' ? terms.fcFeeRatePpm : terms.feeRatePpm;
}

/**
 * One fee for each spell that was held in the month (rule: Fee): Σ over its fee days of P × r ÷ D, rounded
 * once. A spell held but not charged (grace, pending return, the customer's own stone) has a fee of 0.
 */
export function feesOf(
  spells: readonly BillableSpell[],
  month: Month,
  terms: TermsOfMonth,
  inherits: InheritedGrace = 'NEWEST_MEMO',
): Fee[] {
  const first = dayNumber(firstDayOf(month));
  const end = first + daysIn(month);
  const fees: Fee[] = [];
  for (const spell of spells) {
    const heldDays = countIn(spell.heldDays, first, end);
    if (heldDays > 0) {
      const charged = spell.freedom
        ? []
        : afterGrace(spell.customerDays, graceOf(spell, terms, inherits).days);
      fees.push(feeOf(spell, charged, terms, first, end, heldDays));
    }
  }
  return fees;
}

function feeOf(
  spell: BillableSpell,
  charged: readonly PricedDays[],
  terms: TermsOfMonth,
  first: DayNumber,
  end: DayNumber,
  heldDays: number,
): Fee {
  const segments: FeeSegment[] = [];
  let exact = 0n;
  let centDays = 0;
  let feeDays = 0;
  for (const days of charged) {
    for (const run of terms.runs) {
      const from = Math.max(days.from, run.from, first);
      const to = Math.min(days.to, run.to, end);
      if (from >= to) continue;
      const ratePpm = feeRateOf(spell.line, run.terms);
      const { priceCents } = days;
      exact += BigInt(priceCents) * BigInt(ratePpm) * BigInt(to - from);
      centDays += priceCents * (to - from);
      feeDays += to - from;
      addSegment(segments, from, to, priceCents, ratePpm);
    }
  }
  const daysInMonth = end - first;
  const customerDays = countIn(spell.customerDays, first, end);
  return {
    key: `FEE:${spell.parcelName}:${spell.entryKey}`,
    spell,
    computedCents: roundHalfAway(exact, BigInt(daysInMonth) * BigInt(PPM)),
    centDays,
    working: {
      spellKey: spell.spell.key,
      daysInMonth,
      heldDays,
      graceDays: spell.freedom ? 0 : customerDays - feeDays,
      feeDays,
      haf: spell.haf,
      freedom: spell.freedom,
      segments,
      eventIds: spell.entries.filter(({ day }) => dayNumber(day) < end).map(({ eventId }) => eventId),
    },
  };
}

function addSegment(
  segments: FeeSegment[],
  from: DayNumber,
  to: DayNumber,
  priceCents: number,
  ratePpm: number,
): void {
  const last = segments.at(-1);
  const goesOn =
    last?.to === houseDay(from - 1) && last.priceCents === priceCents && last.ratePpm === ratePpm;
  if (goesOn) {
    last.to = houseDay(to - 1);
    last.days += to - from;
  } else {
    segments.push({ from: houseDay(from), to: houseDay(to - 1), days: to - from, priceCents, ratePpm });
  }
}

/**
 * The grace days left to a spell, and those it spends together with the spells before it (rule: Grace days):
 * the first `gracePeriodDays` day ends in status CUSTOMER, by the terms of the first MEMO's day. A MEMO
 * within as many days of the closing of an earlier spell inherits the days which that one had spent.
 */
function graceOf(
  spell: BillableSpell,
  terms: TermsOfMonth,
  inherits: InheritedGrace,
): { days: number; spent: number } {
  if (spell.firstMemoDay === null) return { days: 0, spent: 0 };
  const period = terms.at(spell.firstMemoDay).gracePeriodDays;
  const memoDay = spell.firstMemoDay;
  const before = spell.earlier
    .filter(({ firstMemoDay }) => firstMemoDay !== null || inherits === 'NEWEST_SPELL')
    .filter(({ closedOn }) => closedOn! <= memoDay && daysBetween(closedOn!, memoDay) <= period)
    .reduce<BillableSpell | undefined>(
      (newest, other) => (newest && newest.closedOn! >= other.closedOn! ? newest : other),
      undefined,
    );
  const inherited = before ? graceOf(before, terms, inherits).spent : 0;
  const days = Math.max(0, period - inherited);
  const spent = Math.min(days, countIn(spell.customerDays, -Infinity, Infinity));
  return { days, spent: inherited + spent };
}

/** The days without the first `grace` of them. */
function afterGrace(days: readonly PricedDays[], grace: number): PricedDays[] {
  const left: PricedDays[] = [];
  for (const { from, to, priceCents } of days) {
    const skipped = Math.min(grace, to - from);
    grace -= skipped;
    if (from + skipped < to) left.push({ from: from + skipped, to, priceCents });
  }
  return left;
}

/** How many of the days lie in [first, end). */
function countIn(days: readonly PricedDays[], first: DayNumber, end: DayNumber): number {
  let count = 0;
  for (const { from, to } of days) count += Math.max(0, Math.min(to, end) - Math.max(from, first));
  return count;
}

/** The vendor's share of the month's fees: by its terms of the month's last day. */
export type FeeShareOf = (vendorId: number) => number;

/** Looks each vendor's share up once. */
export function feeSharesOf(account: Standing, month: Month): FeeShareOf {
  const lastDay = lastDayOf(month);
  const known = new Map<number, number>();
  return (vendorId) => {
    let share = known.get(vendorId);
    if (share === undefined) {
      share = vendorTermsOn(account, vendorId, lastDay).feeSharePpm;
      known.set(vendorId, share);
    }
    return share;
  };
}

/** A fee's line, at its overridden or computed amount. */
export function feeLine(
  fee: Fee,
  feeShareOf: FeeShareOf,
  override: LineOf<'FEE'>['override'],
): LineOf<'FEE'> {
  const amountCents = override?.valueCents ?? fee.computedCents;
  const { vendorId, parcelName, line } = fee.spell;
  const feeSharePpm = feeShareOf(vendorId);
  return {
    kind: 'FEE',
    key: fee.key,
    parcelName,
    line,
    computedCents: fee.computedCents,
    override,
    amountCents,
    vendorParts: partOf(vendorId, parcelName, amountCents, feeSharePpm),
    tradingSystemCents: 0,
    houseCents: houseShare(amountCents, feeSharePpm),
    working: fee.working,
  };
}

/** A vendor's share of an amount as a part; none of nothing. */
export function partOf(
  vendorId: number,
  parcelName: string,
  baseCents: number,
  sharePpm: number,
): VendorPart[] {
  const amountCents = vendorShare(baseCents, sharePpm);
  return amountCents === 0 ? [] : [{ vendorId, parcelName, flatCents: 0, baseCents, sharePpm, amountCents }];
}

/**
 * The HAF surcharge (rule: HAF surcharge): Σ rounded natural fees × (max(0, s − hafPct1) + max(0, s −
 * hafPct2)), thresholds of the month's last day; undefined when there is no HAF stone or no threshold. Its
 * base is the computed fees.
 */
export function surchargeOf(
  fees: readonly Fee[],
  terms: TermsOfMonth,
): { computedCents: number; working: LineOf<'SURCHARGE'>['working'] } | undefined {
  const natural = fees.filter(({ spell }) => spell.line === 'natural');
  const naturalCentDays = natural.reduce((sum, fee) => sum + fee.centDays, 0);
  const hafCentDays = natural.reduce((sum, fee) => sum + (fee.spell.haf ? fee.centDays : 0), 0);
  const { hafPct1Ppm, hafPct2Ppm } = terms.last;
  if (hafCentDays === 0 || (hafPct1Ppm === 0 && hafPct2Ppm === 0)) return undefined;
  const feesCents = natural.reduce((sum, fee) => sum + fee.computedCents, 0);
  const whole = BigInt(naturalCentDays) * BigInt(PPM);
  const over = (threshold: number): bigint => {
    const above = BigInt(hafCentDays) * BigInt(PPM) - BigInt(threshold) * BigInt(naturalCentDays);
    return threshold === 0 || above < 0n ? 0n : above;
  };
  return {
    computedCents: roundHalfAway(BigInt(feesCents) * (over(hafPct1Ppm) + over(hafPct2Ppm)), whole),
    working: { feesCents, hafCentDays, naturalCentDays, hafPct1Ppm, hafPct2Ppm },
  };
}

/**
 * The surcharge's line: shared over the natural fees by largest remainder, each share rounded apart (rule:
 * Statements).
 */
export function surchargeLine(
  fees: readonly Fee[],
  surcharge: NonNullable<ReturnType<typeof surchargeOf>>,
  feeShareOf: FeeShareOf,
  override: LineOf<'SURCHARGE'>['override'],
): LineOf<'SURCHARGE'> {
  const amountCents = override?.valueCents ?? surcharge.computedCents;
  const natural = fees.filter(({ spell }) => spell.line === 'natural');
  const shares = largestRemainder(
    amountCents,
    natural.map((fee) => ({ key: fee.key, weight: fee.computedCents })),
  );
  const vendorParts: VendorPart[] = [];
  let houseCents = shares.size === 0 ? amountCents : 0;
  for (const { key, spell } of natural) {
    const share = shares.get(key) ?? 0;
    const feeSharePpm = feeShareOf(spell.vendorId);
    vendorParts.push(...partOf(spell.vendorId, spell.parcelName, share, feeSharePpm));
    houseCents += houseShare(share, feeSharePpm);
  }
  return {
    kind: 'SURCHARGE',
    key: 'SURCHARGE',
    parcelName: null,
    line: 'natural',
    computedCents: surcharge.computedCents,
    override,
    amountCents,
    vendorParts,
    tradingSystemCents: 0,
    houseCents,
    working: surcharge.working,
  };
}
