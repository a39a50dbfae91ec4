import type { BillLine } from '#contracts/billing/index.ts';
import type { ParcelState, ParcelView } from '#contracts/lifecycle/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { monthOf, monthsBetween, type Month } from '#contracts/vocabulary/months.ts';
import { accountsOf, type BillingFacts, type FoldedParcel } from './account.ts';
import { dayNumber, type BillableSpell, type DayNumber, type PricedDays } from './billable-spells.ts';
import { inOrder, type MonthRules } from './month-lines.ts';
import { pinnedFor, pinsOf, withPinsAlone, type Pins } from './pinned.ts';
import { POLICY_VERSION, rulesAsBilled } from './policies.ts';

/** The fee of a spell for the days of its month that have ended, in cents; as billed where its bill overrides it. */
type FeeSoFar = { readonly spellKey: string; readonly cents: number };

/** What a sale brings: of one spell, in cents. */
type SaleAmounts = {
  readonly spellKey: string;
  /** What the trading system invoiced, less what it credited. */
  readonly invoicedCents: number;
  /** The house's part of the double entry over the spell's lines, first MEMO to CREDIT. */
  readonly houseCents: number;
};

/** What one parcel after the other comes to in a customer's bills, without the others in memory. */
export type ParcelAmounts = {
  /** Rule: Fees and margin. None for a parcel that the customer did not hold in the month. */
  feesSoFar(parcel: ParcelState, view: ParcelView): FeeSoFar[];
  /** One of each spell with an INVOICE (rule: Fees and margin). */
  sales(parcel: ParcelState, view: ParcelView): SaleAmounts[];
};

/**
 * How a customer's bills take single parcels at a log position and a house day: months before the day's as billed or as
 * they would be, the day's own up to the day, as far as its days have ended. Throws Error when the customer was not
 * registered by then.
 * @param knownOn the house day of the last event known: it is known in part, and later days not at all
 */
export function parcelAmounts(
  { bills, ...others }: Omit<BillingFacts, 'parcels'>,
  { position, day, knownOn, zone }: { position: number; day: HouseDay; knownOn: HouseDay; zone: string },
): ParcelAmounts {
  const facts = { ...others, bills: bills.map(withPinsAlone) };
  const standing = accountsOf({ ...facts, parcels: [] }, zone).standingAt(position);
  const month = monthOf(day);
  const end = Math.min(dayNumber(day) + 1, dayNumber(knownOn));
  const months = new Map<Month, { rules: MonthRules; pins: Pins }>();
  const ofMonth = (of: Month): { rules: MonthRules; pins: Pins } => {
    const known = months.get(of) ?? {
      rules: rulesAsBilled(standing, of, POLICY_VERSION),
      pins: pinsOf(standing.issued.get(of)),
    };
    months.set(of, known);
    return known;
  };
  // What is pinned of a parcel's month, by the keys of the lines that it stands for: of all its spells and all its days.
  const pinnedIn = (of: Month, folded: FoldedParcel): Map<string, BillLine> => {
    const { rules, pins } = ofMonth(of);
    const pinned = pins.of(folded.state.parcelName);
    if (pinned.length === 0) return new Map();
    const replaced = pinnedFor(inOrder(rules.ofParcel(folded).lines), pinned, pins.billed);
    return new Map([...replaced].map(([line, pin]) => [line.key, pin]));
  };
  const foldedParcel = (parcel: ParcelState): FoldedParcel | undefined =>
    accountsOf({ ...facts, parcels: [parcel] }, zone).parcelAt(parcel.parcelName, position);
  // Months before billing begins are the former system's (rule: Billing begins on).
  const begins = standing.opening?.month;
  const isBefore = (of: Month): boolean => begins !== undefined && of < begins;
  const isTheirs = (view: ParcelView): boolean =>
    view.spells.some(({ customerId }) => customerId === facts.customerId);

  return {
    feesSoFar(parcel, view) {
      if (!isTheirs(view) || isBefore(month)) return [];
      const folded = foldedParcel(parcel);
      if (!folded) return [];
      const spells = folded.spells.map((spell) => endedBefore(spell, end));
      const pinned = pinnedIn(month, folded);
      return ofMonth(month)
        .rules.ofParcel({ ...folded, spells, strayCredits: [] })
        .lines.flatMap((line) => {
          if (line.kind !== 'FEE') return [];
          const { amountCents } = pinned.get(line.key) ?? line;
          return { spellKey: line.working.spellKey, cents: amountCents };
        });
    },
    sales(parcel, view) {
      const invoiced = view.spells.some(
        ({ customerId, invoices }) => customerId === facts.customerId && invoices.length > 0,
      );
      const folded = invoiced ? foldedParcel(parcel) : undefined;
      const sold = folded?.spells.filter((spell) => spell.invoices.length > 0) ?? [];
      if (!folded || !sold[0]) return [];
      const rows = sold.map((spell) => ({
        spell,
        sale: { spellKey: spell.spell.key, invoicedCents: 0, houseCents: 0 },
      }));
      for (const of of monthsBetween(monthOf(sold[0].firstDay), month)) {
        if (isBefore(of)) continue;
        const pinned = pinnedIn(of, folded);
        // Of all its spells together: a pinned line stands for one of theirs.
        for (const line of ofMonth(of).rules.ofParcel(folded).lines) {
          const sale = rows.find(({ spell }) => isOf(spell, line))?.sale;
          if (!sale) continue;
          const { tradingSystemCents, houseCents } = pinned.get(line.key) ?? line;
          sale.invoicedCents += tradingSystemCents;
          sale.houseCents += houseCents;
        }
      }
      return rows.map(({ sale }) => sale);
    },
  };
}

/** Whether a line of the parcel belongs to the spell. A credit of an unknown invoice belongs to no spell. */
function isOf({ spell, memos, invoices }: BillableSpell, line: BillLine): boolean {
  switch (line.kind) {
    case 'FEE':
    case 'SALE':
    case 'REBATE':
      return line.working.spellKey === spell.key;
    case 'CREDIT':
    case 'REBATE_REVERSAL':
      return invoices.some(({ credit }) => credit?.eventId === line.working.credit.eventId);
    case 'DEPLOYMENT':
      return memos.some(({ eventId }) => eventId === line.working.memo.eventId);
    default:
      return false;
  }
}

/** The spell with its days before a day alone. */
function endedBefore(spell: BillableSpell, end: DayNumber): BillableSpell {
  const clipped = (days: readonly PricedDays[]): PricedDays[] =>
    days.filter(({ from }) => from < end).map((one) => ({ ...one, to: Math.min(one.to, end) }));
  return { ...spell, customerDays: clipped(spell.customerDays), heldDays: clipped(spell.heldDays) };
}
