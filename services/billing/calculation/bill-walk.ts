import { type LineOf } from '#contracts/billing/index.ts';
import type { Accounts, FoldedParcel } from './account.ts';
import {
  cellsOf,
  closedMonthsSince,
  differenceLines,
  lastAccounting,
  ledgerOfClosedMonth,
  settledCells,
  type Cells,
} from './adjustments.ts';
import { linesAt, type BillRequest } from './calculate-bill.ts';
import { openLedger, type Ledger, type Touched } from './ledger.ts';
import { inOrder } from './month-lines.ts';
import { policyOf, POLICY_VERSION } from './policies.ts';
import { earliestTouched, recordedChanges, type RecordedChange } from './recorded-changes.ts';
import { type Month, monthOf } from '#contracts/vocabulary/months.ts';

/** A bill's ledgers as known at one place in the log. */
type Open = {
  own: Ledger;
  parcels: Map<string, FoldedParcel>;
  /** The closed months that the bill puts right; null when none was billed before. */
  closing: Closing | null;
};
type Closing = {
  /** The first closed month if these were the parcels. */
  firstWith(parcels: Iterable<FoldedParcel>): Month;
  /** The first closed month, and the first that something recorded since the last bill can have touched. */
  first: Month;
  since: Month | undefined;
  months: { ledger: Ledger; settled: Cells }[];
};

/**
 * A bill as known at one place in the log after the other: each change is taken in turn and gives the lines that it can
 * have touched, as they were just before and as they are. A change of one parcel costs that parcel and the sums over
 * all; what may change every line (terms, a month closed, an earlier month reached) makes the whole bill again. The same as
 * `linesAt` before and after it, without the lines that are equal.
 * @param from the log position after which the changes are taken
 */
export function walkBill(
  accounts: Accounts,
  request: Omit<BillRequest, 'cut'>,
  from: number,
): (change: RecordedChange) => Touched {
  const { zone } = accounts;
  const recorded = recordedChanges(accounts.facts, -1, Infinity);
  let open = openAt(from);

  function openAt(position: number): Open | null {
    if (!accounts.isKnownAt(position)) return null;
    const { month, overrides = [], policyVersion = POLICY_VERSION } = request;
    const account = accounts.at(position);
    const standing = accounts.standingAt(position);
    const last = lastAccounting(account, month);
    let closing: Closing | null = null;
    if (last) {
      const lastPosition = Number(last.cut.position);
      const since = earliestTouched(
        recorded.filter((change) => change.position > lastPosition && change.position <= position),
        zone,
      );
      const then = { ...accounts.at(lastPosition), issued: account.issued };
      const months = since === undefined ? [] : closedMonthsSince(account, month, then, since, policyVersion);
      const firstWith = (parcels: Iterable<FoldedParcel>): Month =>
        policyOf(policyVersion).firstClosed({ ...account, parcels }, then);
      closing = {
        firstWith,
        first: firstWith(account.parcels),
        since: since && monthOf(since),
        months: months.map((closed) => ({
          ledger: ledgerOfClosedMonth(standing, account.parcels, closed),
          settled: settledCells(account, closed, month, then),
        })),
      };
    }
    return {
      own: openLedger(month, policyOf(policyVersion).monthRules(standing, month, overrides), account.parcels),
      parcels: new Map(account.parcels.map((parcel) => [parcel.state.parcelName, parcel])),
      closing,
    };
  }

  function whole({ position }: RecordedChange): Touched {
    open = openAt(position);
    const linesThen = (at: number) => linesAt(accounts, at, request);
    return { before: linesThen(position - 1), after: linesThen(position) };
  }

  return (change) => {
    const { parcelName, position } = change;
    if (parcelName === null || !open) return whole(change);
    const { own, parcels, closing } = open;
    const parcel = accounts.parcelAt(parcelName, position);
    if (parcel) parcels.set(parcelName, parcel);
    if (closing && reachesFurther(closing, change, parcels, zone)) return whole(change);

    const touched = own.put(parcelName, parcel);
    const before = [...touched.before];
    const after = [...touched.after];
    for (const { ledger, settled } of closing?.months ?? []) {
      const closed = ledger.put(parcelName, parcel);
      const [was, is] = [cellsOf(ledger.month, closed.before), cellsOf(ledger.month, closed.after)];
      const keys = [...was.keys(), ...is.keys()];
      const adjusted = (now: Cells): LineOf<'ADJUSTMENT'>[] =>
        differenceLines(ledger.month, now, settled, keys);
      before.push(...adjusted(was));
      after.push(...adjusted(is));
    }
    return { before: inOrder(before), after: inOrder(after) };
  };
}

/** True when a change brings an earlier month into what the bill puts right. */
function reachesFurther(
  { since, first, firstWith }: Closing,
  change: RecordedChange,
  parcels: ReadonlyMap<string, FoldedParcel>,
  zone: string,
): boolean {
  const touched = earliestTouched([change], zone);
  if (touched === undefined) return false;
  if (since === undefined || monthOf(touched) < since) return true;
  return firstWith(parcels.values()) !== first;
}
