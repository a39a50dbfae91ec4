import { LINE_KINDS, type BillLine, type Override } from '#contracts/billing/index.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import type { Account, FoldedParcel, Standing } from './account.ts';
import { dayNumber, type PricedDays } from './billable-spells.ts';
import { openingLine } from './opening.ts';
import {
  feeLine,
  feeSharesOf,
  feesOf,
  surchargeLine,
  surchargeOf,
  type Fee,
  type InheritedGrace,
} from './fees.ts';
import { termsOfMonth, type TermOverrides } from './terms-in-month.ts';
import { tradeLines, type Reversals, type Shipments, type TradesDeps } from './trades.ts';
import { trueUpLine } from './true-up.ts';
import { daysIn, firstDayOf, type Month, monthOf } from '#contracts/vocabulary/months.ts';

/** Rows of the overrides sheet that match nothing (rule: Overrides). */
export class UnmatchedOverrides extends Error {
  readonly rows: readonly Override[];
  constructor(rows: readonly Override[], month: Month) {
    const unmatched = rows.map((row) =>
      row.target === 'LINE'
        ? `customer ${row.customerId} has no line "${row.lineKey}"`
        : `customer ${row.customerId} is unknown`,
    );
    super(`Overrides of ${month} match nothing: ${unmatched.join('; ')}. Correct or remove these rows.`);
    this.name = 'UnmatchedOverrides';
    this.rows = rows;
  }
}

/** What one parcel brings to a month. */
export type ParcelMonth = {
  readonly fees: readonly Fee[];
  /** The days of the month on which it was held. */
  readonly held: readonly PricedDays[];
  /** Its own lines: fees and trades. */
  readonly lines: readonly BillLine[];
};

const NOTHING: ParcelMonth = { fees: [], held: [], lines: [] };

/** What policy versions do otherwise. */
export type MonthWays = {
  shipments: Shipments;
  termOverrides: TermOverrides;
  grace: InheritedGrace;
  reversals: Reversals;
};

/** How a month's lines are made: each parcel's on its own, then those over all of them. */
export type MonthRules = {
  ofParcel(parcel: FoldedParcel): ParcelMonth;
  /** The surcharge and the true-up. */
  ofAll(parcels: readonly ParcelMonth[]): BillLine[];
  /** The overrides of lines that matched none so far. */
  unmatched(): Override[];
};

/**
 * A month's own lines: everything on a bill but its adjustments (rule: Overrides; rule:
 * Closing and adjusting).
 */
export function monthRules(
  account: Standing,
  month: Month,
  overrides: readonly Override[],
  { shipments, termOverrides, grace, reversals, asBilled }: MonthWays & Pick<TradesDeps, 'asBilled'>,
): MonthRules {
  const ofLines = new Map(
    overrides.flatMap((row) => (row.target === 'LINE' ? [[row.lineKey, row] as const] : [])),
  );
  const matched = new Set<string>();
  const overrideOf = (key: string): BillLine['override'] => {
    const row = ofLines.get(key);
    if (!row) return null;
    matched.add(key);
    return { valueCents: row.valueCents, reason: row.reason };
  };
  const terms = termsOfMonth(account, month, overrides, termOverrides);
  const feeShareOf = feeSharesOf(account, month);
  const first = dayNumber(firstDayOf(month));
  const end = first + daysIn(month);
  const trades: TradesDeps = {
    shipments,
    reversals,
    asBilled,
    account,
    month,
    terms,
    settle: (key, computedCents) => {
      const override = overrideOf(key);
      return { override, amountCents: override?.valueCents ?? computedCents };
    },
    overridesOf: (other) => (other === month ? overrides : (account.issued.get(other)?.overrides ?? [])),
  };
  return {
    ofParcel(parcel) {
      if (parcel.from >= end || parcel.to < first) return NOTHING;
      const fees = feesOf(parcel.spells, month, terms, grace);
      return {
        fees,
        held: parcel.spells.flatMap(({ heldDays }) =>
          heldDays
            .filter(({ from, to }) => from < end && to > first)
            .map(({ from, to, priceCents }) => ({
              from: Math.max(from, first),
              to: Math.min(to, end),
              priceCents,
            })),
        ),
        lines: [
          ...fees.map((fee) => feeLine(fee, feeShareOf, overrideOf(fee.key))),
          ...tradeLines(trades, parcel),
        ],
      };
    },
    ofAll(parcels) {
      const lines: BillLine[] = [];
      const fees = parcels.flatMap((parcel) => parcel.fees);
      const surcharge = surchargeOf(fees, terms);
      if (surcharge) lines.push(surchargeLine(fees, surcharge, feeShareOf, overrideOf('SURCHARGE')));
      const held = parcels.flatMap((parcel) => parcel.held);
      const trueUp = trueUpLine(account, month, held, terms, overrideOf);
      if (trueUp) lines.push(trueUp);
      const opening = openingLine(account, month, overrideOf);
      if (opening) lines.push(opening);
      return lines;
    },
    unmatched: () => [...ofLines.values()].filter((row) => !matched.has(row.lineKey)),
  };
}

/** A month's own lines by its rules, in the bill's order, and the overrides of lines that matched none. */
export function linesBy(
  rules: MonthRules,
  parcels: Account['parcels'],
): { lines: BillLine[]; unmatched: Override[] } {
  const months = parcels.map((parcel) => rules.ofParcel(parcel));
  const lines = inOrder([...months.flatMap((parcel) => parcel.lines), ...rules.ofAll(months)]);
  return { lines, unmatched: rules.unmatched() };
}

/** By kind, then by key: the order of lines on every bill. */
export function inOrder(lines: readonly BillLine[]): BillLine[] {
  const rank = (line: BillLine): number => LINE_KINDS.indexOf(line.kind);
  return lines.toSorted((a, b) => rank(a) - rank(b) || compareText(a.key, b.key));
}

/**
 * The month's documents of the trading system, straight from the parcels' entries: what was invoiced less what was
 * credited, in cents. The conservation check compares the lines with it.
 */
export function tradingSystemTotal(account: Account, month: Month): number {
  let total = 0;
  for (const { view } of account.parcels) {
    for (const entry of view.entries) {
      if (entry.customerId !== account.customerId || monthOf(entry.day) !== month) continue;
      if (entry.type === 'INVOICE') total += entry.amountCents ?? 0;
      if (entry.type === 'CREDIT') total -= entry.amountCents ?? 0;
    }
  }
  return total;
}
