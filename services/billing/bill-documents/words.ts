import { CUSTOMER_TERMS, type TermFacts } from '#contracts/api/terms.ts';
import type { AdjustmentCause, BillLine, FeeSegment, LineKind, LineOf } from '#contracts/billing/index.ts';
import { termsInWords } from '#contracts/api/terms.ts';
import { withHouseTimes } from '#contracts/vocabulary/house-time.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { moneyWords, percent } from '#contracts/vocabulary/money.ts';

/** 10,000 ppm → '1 %'. */
export const rateWords = (ppm: number): string => `${percent(ppm)} %`;
const daysWords = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

const OF_UNIT: Readonly<Record<TermFacts['unit'], (value: number) => string>> = {
  cents: moneyWords,
  ppm: rateWords,
  days: daysWords,
};

/** A term's value in words: '$500.00', '1 %', '30 days'. */
export const termWords = (term: keyof typeof CUSTOMER_TERMS, value: number): string =>
  OF_UNIT[CUSTOMER_TERMS[term].unit](value);
/** `VITRINE/INVOICE/4711/1` → '4711'. */
const documentNumber = (document: string): string => document.split('/').slice(2, -1).join('/') || document;

/** What a kind of line is called in an adjustment. */
export const KIND_WORDS: Readonly<Record<LineKind, string>> = {
  FEE: 'fee',
  SURCHARGE: 'hearts-and-arrows surcharge',
  TRUE_UP: 'minimum inventory',
  OPENING_BALANCE: 'opening balance',
  SALE: 'sale',
  REBATE: 'rebate',
  CREDIT: 'credit',
  REBATE_REVERSAL: 'rebate taken back',
  DEPLOYMENT: 'deployment',
  ADJUSTMENT: 'adjustment',
};

/**
 * How a line is computed, worded for the jeweller: without costs, vendors or other customers (rule: What one may not
 * see).
 */
export function workingWords(line: BillLine, zone: string, others: CausesOfOthers): string {
  switch (line.kind) {
    case 'FEE':
      return feeWords(line.working);
    case 'SURCHARGE': {
      const { hafCentDays, naturalCentDays, hafPct1Ppm, hafPct2Ppm } = line.working;
      const share = naturalCentDays === 0 ? 0 : (100 * hafCentDays) / naturalCentDays;
      const thresholds = [hafPct1Ppm, hafPct2Ppm].filter((ppm) => ppm > 0).map(rateWords);
      return `${share.toFixed(4)} % of natural is H&A; charged above ${thresholds.join(' and ') || 'no threshold'}`;
    }
    case 'TRUE_UP':
      return trueUpWords(line);
    case 'OPENING_BALANCE':
      return line.working.balanceCents < 0
        ? 'In your favour before billing began here'
        : 'Owed before billing began here';
    case 'SALE':
      return `Invoice ${documentNumber(line.working.invoice.document)} of ${line.working.invoice.day}: ${moneyWords(line.working.invoice.amountCents)}, invoiced already`;
    case 'REBATE':
      return `${rateWords(line.working.ratePpm)} of ${moneyWords(line.working.priceCents)}, invoiced ${line.working.invoice.day}`;
    case 'CREDIT':
      return `Credit ${documentNumber(line.working.credit.document)} of ${line.working.credit.day}: ${moneyWords(Math.abs(line.working.credit.amountCents))}, credited already`;
    case 'REBATE_REVERSAL':
      return `Rebate on invoice ${documentNumber(line.working.invoice.document)}, credited ${line.working.credit.day}`;
    case 'DEPLOYMENT':
      return `Memo of ${line.working.memo.day}`;
    case 'ADJUSTMENT': {
      const { month, kind } = line.working;
      const causes = shownCauses(line, others);
      const why = causes.slice(0, MOST_SHOWN).map((cause) => causeWords(cause, zone));
      if (causes.length > MOST_SHOWN) why.push(`${causes.length - MOST_SHOWN} more, listed in the workbook`);
      return `${monthName(month)}, ${KIND_WORDS[kind]}: ${whyWords(why)}`;
    }
  }
}

/** What was recorded, by whom and why: 'RETURN_MEMO of P-1 dated 2026-04-21, by Ann (late)'. */
export const causeWords = (
  { what, actor, reason }: Pick<AdjustmentCause, 'what' | 'actor' | 'reason'>,
  zone: string,
): string =>
  `${termsInWords(withHouseTimes(what, zone))}, by ${actor}${reason === null ? '' : ` (${reason})`}`;

/** Why an adjustment is on a bill, of its causes in words. */
export const whyWords = (causes: readonly string[]): string => causes.join('; ') || 'recomputed';

/** Too little may have been held where nothing is charged for it: at no rate, or on days of no rate. */
function trueUpWords({ computedCents, working: { segments, activeDays } }: LineOf<'TRUE_UP'>): string {
  const below = segments.reduce(
    (sum, { minInventoryCents, heldCents, days }) => sum + (minInventoryCents - heldCents) * days,
    0,
  );
  if (computedCents === 0 && below <= 0) return 'The minimum was held';
  const [first] = segments;
  if (segments.length === 1 && first)
    return `${moneyWords(Math.max(0, first.minInventoryCents - first.heldCents))} below ${moneyWords(first.minInventoryCents)}, ${daysWords(first.days)} at ${rateWords(first.ratePpm)}`;
  const free = segments.every(({ ratePpm }) => ratePpm === 0);
  return `${daysWords(activeDays)}${free ? ` at ${rateWords(0)}` : ''} against the minimum, day by day`;
}

/** The causes of a bill's adjustments that are another customer's entries, or correct one: the parcel, by the event's id. */
export type CausesOfOthers = ReadonlyMap<string, string>;

/**
 * What changed the customer's own amount: causes that changed only vendors' parts are not shown to a customer, and of
 * another customer's entry only that it changed the days of a parcel (rule: What one may not see).
 */
export const shownCauses = ({ working }: LineOf<'ADJUSTMENT'>, others: CausesOfOthers): AdjustmentCause[] =>
  working.causes
    .filter(({ deltaCents }) => deltaCents !== 0)
    .map((cause) => {
      const parcelName = others.get(cause.eventId);
      if (parcelName === undefined) return cause;
      const what = `the days on which ${parcelName} was held were put right`;
      return { ...cause, what, actor: 'the house', reason: null };
    });

/** Further segments and causes are shown only in the workbook. */
const MOST_SHOWN = 3;

function feeWords(working: Extract<BillLine, { kind: 'FEE' }>['working']): string {
  const { daysInMonth, feeDays, graceDays, heldDays, segments, freedom } = working;
  const grace = graceDays > 0 ? `; ${daysWords(graceDays)} of grace` : '';
  if (freedom) return `Your own stone: no fee`;
  if (segments.length === 0) return `${daysWords(heldDays)} held, none charged${grace}`;
  const [first] = segments;
  const each = (segment: FeeSegment): string =>
    `${daysWords(segment.days)} at ${rateWords(segment.ratePpm)} of ${moneyWords(segment.priceCents)}`;
  const at =
    segments.length === 1 && first
      ? ` at ${rateWords(first.ratePpm)} of ${moneyWords(first.priceCents)}`
      : segments.length <= MOST_SHOWN
        ? `: ${segments.map(each).join(', ')}`
        : ` at ${segments.length} prices and rates, listed in the workbook`;
  return `${feeDays} of ${daysWords(daysInMonth)}${at}${grace}`;
}
