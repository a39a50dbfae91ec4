import {
  type AdjustmentCause,
  type BillLine,
  type CalculatedBill,
  type Cut,
  type LineOf,
  type Override,
} from '#contracts/billing/index.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { addDays, houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { firstBillOf, sha256, type Account, type Accounts } from './account.ts';
import {
  adjustmentLines,
  cellKey,
  cellsOf,
  ledgerOfClosedMonth,
  linesOfClosedMonth,
  markOf,
  withCauses,
  type Cells,
} from './adjustments.ts';
import { closingsOf } from './closings.ts';
import type { Ledger } from './ledger.ts';
import { inOrder, UnmatchedOverrides } from './month-lines.ts';
import { monthLines, policyOf, POLICY_VERSION, unbilledPolicy } from './policies.ts';
import type { RecordedChange } from './recorded-changes.ts';
import { termsOfMonth } from './terms-in-month.ts';
import type { Month } from '#contracts/vocabulary/months.ts';

export type BillRequest = {
  month: Month;
  cut: Cut;
  /** This customer's rows; none when left out. */
  overrides?: readonly Override[] | undefined;
  policyVersion?: number | undefined;
};

/**
 * `bill(customer, month, cut, policyVersion)`: a pure function of what was recorded up to the cut (rule:
 * Closing and adjusting). Throws UnmatchedOverrides when a row names a line that the bill does not have.
 */
export function calculateBill(accounts: Accounts, request: BillRequest): CalculatedBill {
  const account = accounts.at(Number(request.cut.position));
  const { month, cut, policyVersion = POLICY_VERSION } = request;
  const overrides = [...(request.overrides ?? [])];
  const own = ownLines(account, month, overrides, policyVersion);
  const lines = inOrder([...own, ...adjustments(accounts, account, month, policyVersion)]);
  return {
    customerId: account.customerId,
    month,
    cut,
    policyVersion,
    overrides,
    overridesHash: sha256(overrides),
    inputHash: inputHash(account, request, overrides),
    lines,
    totalCents: totalOf(lines),
    dueDate: dueDateOf(accounts, account, { month, cut, policyVersion, overrides }),
  };
}

/** Due = the cut's house date + `paymentDays` (rule: Rounding of lines); a later version when the first is, by its cut. */
function dueDateOf(
  { facts }: Accounts,
  account: Account,
  {
    month,
    cut,
    policyVersion,
    overrides,
  }: Pick<CalculatedBill, 'month' | 'cut' | 'policyVersion' | 'overrides'>,
): HouseDay {
  const { paymentDays } = termsOfMonth(account, month, overrides).last;
  const first = firstBillOf(facts, month, account.position);
  if (!first || !policyOf(policyVersion).keepsDueDate)
    return addDays(houseDayOf(cut.recordedAt, account.zone), paymentDays);
  const overridden = overrides.some((row) => row.target === 'TERM' && row.term === 'paymentDays');
  return overridden ? addDays(houseDayOf(first.cut.recordedAt, account.zone), paymentDays) : first.dueDate;
}

/**
 * The lines of a bill as it would be made at a log position, adjustments without their causes; none before the customer
 * was registered. Overrides that match nothing are left aside: what explains a bill goes through moments when it had not
 * the line yet.
 */
export function linesAt(
  accounts: Accounts,
  position: number,
  { month, overrides = [], policyVersion = POLICY_VERSION }: Omit<BillRequest, 'cut'>,
): BillLine[] {
  if (!accounts.isKnownAt(position)) return [];
  const account = accounts.at(position);
  const { lines } = monthLines(account, month, overrides, policyVersion);
  const closings = closingsOf(accounts, account, month, policyVersion);
  return inOrder([...lines, ...adjustmentLines(account, month, closings, policyVersion)]);
}

/** The month's own lines, without adjustments. Throws UnmatchedOverrides. */
export function ownLines(
  account: Account,
  month: Month,
  overrides: readonly Override[],
  policyVersion = POLICY_VERSION,
): BillLine[] {
  const { lines, unmatched } = monthLines(account, month, overrides, policyVersion);
  if (unmatched.length > 0) throw new UnmatchedOverrides(unmatched, month);
  return lines;
}

/** The total is the sum of its lines (rule: Rounding of lines). */
export const totalOf = (lines: readonly Pick<BillLine, 'amountCents'>[]): number =>
  lines.reduce((sum, line) => sum + line.amountCents, 0);

function inputHash(account: Account, request: BillRequest, overrides: readonly Override[]): string {
  return sha256({
    customerId: account.customerId,
    month: request.month,
    policyVersion: request.policyVersion ?? POLICY_VERSION,
    zone: account.zone,
    overrides,
    terms: account.terms.map(({ effectiveAt, changes, opening }) => ({
      effectiveAt,
      changes,
      ...(opening && { opening }),
    })),
    vendors: [...account.vendors]
      .sort(([a], [b]) => a - b)
      .map(([id, rows]) => [id, rows.map(({ effectiveAt, changes }) => ({ effectiveAt, changes }))]),
    parcels: account.parcels.map((parcel) => parcel.hash()),
    bills: [...account.issued.values()]
      .filter((bill) => bill.month < request.month)
      .sort((a, b) => compareText(a.month, b.month))
      .map(({ month, version, inputHash: hash }) => ({ month, version, hash })),
  });
}

/**
 * The adjustments of a bill, each with its causes: the events recorded since the last bill's cut are applied
 * one after the other, and what each of them changes in the closed months is its effect (rule: Closing and
 * adjusting).
 */
function adjustments(
  accounts: Accounts,
  account: Account,
  month: Month,
  policyVersion: number,
): LineOf<'ADJUSTMENT'>[] {
  return closingsOf(accounts, account, month, policyVersion).flatMap((closing) => {
    const lines = adjustmentLines(account, month, [closing], policyVersion);
    if (lines.length === 0) return [];
    // Today's bills count throughout, though they were appended after their cuts.
    const at = (position: number): Account => ({ ...accounts.at(position), issued: account.issued });
    const keys = lines.map(({ working, parcelName }) => cellKey(working.month, working.kind, parcelName));
    const months = [...new Set(lines.map((line) => line.working.month))];
    const causes = causesOf(accounts, { ...closing, month, months, keys: new Set(keys), policyVersion }, at);
    return lines.map((line, index) => withCauses(line, causes.get(keys[index]!) ?? []));
  });
}

const asMade = (lines: readonly BillLine[]): readonly BillLine[] => lines;

/** What each of the changes alone did to the cells of closed months, by cell. */
function causesOf(
  accounts: Accounts,
  of: {
    /** The bill's. */
    month: Month;
    months: readonly Month[];
    keys: ReadonlySet<string>;
    changes: readonly RecordedChange[];
    from: number;
    policyVersion: number;
  },
  at: (position: number) => Account,
): Map<string, AdjustmentCause[]> {
  const causes = new Map<string, AdjustmentCause[]>();
  const note = (change: RecordedChange, before: Cells, after: Cells): void => {
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      if (!of.keys.has(key) || markOf(before.get(key)) === markOf(after.get(key))) continue;
      const deltaCents = (after.get(key)?.amountCents ?? 0) - (before.get(key)?.amountCents ?? 0);
      const { eventId, type, what, recordedAt, actor, reason } = change;
      const position = String(change.position);
      const cause = { eventId, type, what, position, recordedAt, actor, reason, deltaCents };
      causes.set(key, [...(causes.get(key) ?? []), cause]);
    }
  };
  const ledgersAt = (position: number): Ledger[] => {
    const account = at(position);
    const standing = { ...accounts.standingAt(position), issued: account.issued };
    const ordered = policyOf(of.policyVersion).causesInOrder ? inOrder : asMade;
    return of.months.map((closed) =>
      ledgerOfClosedMonth(standing, account.parcels, closed, unbilledPolicy(account, closed, of), ordered),
    );
  };
  let ledgers = ledgersAt(of.from);
  for (const change of of.changes) {
    const { parcelName, position } = change;
    if (change.type === 'BillCreated') continue;
    if (parcelName !== null) {
      const parcel = accounts.parcelAt(parcelName, position);
      for (const ledger of ledgers) {
        const { before, after } = ledger.put(parcelName, parcel);
        note(change, cellsOf(ledger.month, before), cellsOf(ledger.month, after));
      }
      continue;
    }
    const [was, is] = [at(position - 1), at(position)];
    for (const closed of of.months)
      note(
        change,
        cellsOf(closed, linesOfClosedMonth(was, closed, unbilledPolicy(was, closed, of))),
        cellsOf(closed, linesOfClosedMonth(is, closed, unbilledPolicy(is, closed, of))),
      );
    ledgers = ledgersAt(position);
  }
  return causes;
}
