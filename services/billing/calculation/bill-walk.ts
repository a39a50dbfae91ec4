import { type LineOf } from '#contracts/billing/index.ts';
import type { Accounts, FoldedParcel } from './account.ts';
import { cellsOf, differenceLines, ledgerOfClosedMonth, settledCells, type Cells } from './adjustments.ts';
import { linesAt, type BillRequest } from './calculate-bill.ts';
import { closingsOf, type Closing } from './closings.ts';
import { openLedger, type Ledger, type Touched } from './ledger.ts';
import { inOrder } from './month-lines.ts';
import { policyOf, POLICY_VERSION, unbilledPolicy } from './policies.ts';
import { earliestTouched, type RecordedChange } from './recorded-changes.ts';
import { type Month, monthOf } from '#contracts/vocabulary/months.ts';

/** A bill's ledgers as known at one place in the log. */
type Open = {
  own: Ledger;
  parcels: Map<string, FoldedParcel>;
  /** The closed months that the bill puts right; none when none was billed before. */
  closings: OpenClosing[];
};
type OpenClosing = Pick<Closing, 'firstWith' | 'since'> & {
  /** The first closed month. */
  first: Month;
  ledgers: { ledger: Ledger; settled: Cells }[];
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
  let open = openAt(from);

  function openAt(position: number): Open | null {
    if (!accounts.isKnownAt(position)) return null;
    const { month, overrides = [], policyVersion = POLICY_VERSION } = request;
    const account = accounts.at(position);
    const standing = accounts.standingAt(position);
    const closings = closingsOf(accounts, account, month, policyVersion).map(
      ({ firstWith, since, months, then }) => ({
        firstWith,
        first: firstWith(account.parcels),
        since,
        ledgers: months.map((closed) => ({
          ledger: ledgerOfClosedMonth(
            standing,
            account.parcels,
            closed,
            unbilledPolicy(account, closed, { month, policyVersion }),
          ),
          settled: settledCells(account, closed, { month, policyVersion }, then),
        })),
      }),
    );
    return {
      own: openLedger(month, policyOf(policyVersion).monthRules(standing, month, overrides), account.parcels),
      parcels: new Map(account.parcels.map((parcel) => [parcel.state.parcelName, parcel])),
      closings,
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
    const { own, parcels, closings } = open;
    const parcel = accounts.parcelAt(parcelName, position);
    if (parcel) parcels.set(parcelName, parcel);
    if (closings.some((closing) => reachesFurther(closing, change, parcels, zone))) return whole(change);

    const touched = own.put(parcelName, parcel);
    const before = [...touched.before];
    const after = [...touched.after];
    for (const { ledger, settled } of closings.flatMap(({ ledgers }) => ledgers)) {
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
  { since, first, firstWith }: OpenClosing,
  change: RecordedChange,
  parcels: ReadonlyMap<string, FoldedParcel>,
  zone: string,
): boolean {
  const touched = earliestTouched([change], zone);
  if (touched === undefined) return false;
  if (since === undefined || monthOf(touched) < since) return true;
  return firstWith(parcels.values()) !== first;
}
