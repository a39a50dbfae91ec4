import {
  type AdjustableKind,
  type AdjustmentCause,
  type BillLine,
  type CalculatedBill,
  type LineOf,
  type VendorPart,
} from '#contracts/billing/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Account, FoldedParcel, Standing } from './account.ts';
import type { Closing } from './closings.ts';
import { openLedger, type Ledger } from './ledger.ts';
import { inOrder, linesBy } from './month-lines.ts';
import { pinsOf, withPinned } from './pinned.ts';
import { rulesAsBilled, unbilledPolicy } from './policies.ts';
import type { Month } from '#contracts/vocabulary/months.ts';

/** What a closed month comes to, per kind and parcel: the customer's amount, each vendor's, the house's, the trading system's. */
type Cell = {
  kind: AdjustableKind;
  parcelName: string | null;
  line: Line | null;
  amountCents: number;
  tradingSystemCents: number;
  houseCents: number;
  /** By vendor and parcel. */
  parts: Map<string, VendorPart>;
};
export type Cells = Map<string, Cell>;

/** Names a cell: a closed month's kind and parcel. */
export const cellKey = (month: Month, kind: AdjustableKind, parcelName: string | null): string =>
  `${month}:${kind}:${parcelName ?? ''}`;

/**
 * A closed month's lines as they are now, under its bill's policy version and overrides. A line that was
 * overridden is pinned: it stays as it was billed (rule: Overrides).
 * @param unbilled the policy version of a month without a bill: that of the bill which puts it right
 */
export function linesOfClosedMonth(account: Account, month: Month, unbilled: number): BillLine[] {
  const { all, billed } = pinsOf(account.issued.get(month));
  const { lines } = linesBy(rulesAsBilled(account, month, unbilled), account.parcels);
  return withPinned(lines, all, billed);
}

/**
 * The ledger of a closed month: its lines are those of `linesOfClosedMonth`, parcel by parcel.
 * @param unbilled the policy version of a month without a bill
 * @param ordered puts the lines in the order in which a pinned one takes the first that it can stand for: the bill's,
 * save in the causes of former policies
 */
export function ledgerOfClosedMonth(
  standing: Standing,
  parcels: Iterable<FoldedParcel>,
  month: Month,
  unbilled: number,
  ordered: (lines: readonly BillLine[]) => readonly BillLine[] = inOrder,
): Ledger {
  const { of, billed } = pinsOf(standing.issued.get(month));
  return openLedger(month, rulesAsBilled(standing, month, unbilled), parcels, (parcelName, lines) =>
    withPinned(ordered(lines), of(parcelName), billed),
  );
}

/**
 * What a bill of `month` puts right: now − (billed + adjustments already on later closed bills), per closed
 * month, kind and parcel (rule: Closing and adjusting), without their causes. A month up to the last bill
 * that has no bill of its own had nothing to bill: what changed in it since is put right too.
 * @param closings those of the bill, as `closingsOf` gives them
 * @param policyVersion that of the bill
 */
export function adjustmentLines(
  account: Account,
  month: Month,
  closings: readonly Closing[],
  policyVersion: number,
): LineOf<'ADJUSTMENT'>[] {
  const of = { month, policyVersion };
  return closings.flatMap(({ months, then }) =>
    months.flatMap((closed) =>
      differenceLines(
        closed,
        cellsOf(closed, linesOfClosedMonth(account, closed, unbilledPolicy(account, closed, of))),
        settledCells(account, closed, of, then),
      ),
    ),
  );
}

/** What a closed month is compared with by a bill: what was billed and adjusted of it, else what it was `then`. */
export function settledCells(
  account: Account,
  closed: Month,
  of: Pick<CalculatedBill, 'month' | 'policyVersion'>,
  then: Account,
): Cells {
  return account.issued.has(closed)
    ? billedCells(account, closed, of.month)
    : cellsOf(closed, linesOfClosedMonth(then, closed, unbilledPolicy(account, closed, of)));
}

/** The adjustments of a closed month, by cell; of the cells in `only` where not of all. */
export function differenceLines(
  month: Month,
  now: Cells,
  before: Cells,
  only: Iterable<string> = [...now.keys(), ...before.keys()],
): LineOf<'ADJUSTMENT'>[] {
  return [...new Set(only)]
    .filter((key) => now.has(key) || before.has(key))
    .sort()
    .flatMap((key) => differenceLine(key, month, now.get(key), before.get(key)) ?? []);
}

/** Changes when anything of a cell does, the vendors' parts too: the causes of adjustments are found with it. */
export function markOf(cell: Cell | undefined): string | undefined {
  if (!cell) return undefined;
  const { amountCents, tradingSystemCents, houseCents, parts } = cell;
  const shares = [...parts].map(([name, part]) => `${name} ${part.amountCents}`).sort();
  return [amountCents, tradingSystemCents, houseCents, ...shares].join();
}

/** What was billed of a closed month, with the adjustments on closed bills after it and before `until`. */
function billedCells(account: Account, closed: Month, until: Month): Cells {
  const lines: BillLine[] = [...(account.issued.get(closed)?.lines ?? [])].filter(
    (line) => line.kind !== 'ADJUSTMENT',
  );
  const later = [...account.issued.values()].filter((bill) => bill.month > closed && bill.month < until);
  const cells = cellsOf(closed, lines);
  for (const bill of later) {
    for (const line of bill.lines)
      if (line.kind === 'ADJUSTMENT' && line.working.month === closed)
        addTo(cells, closed, line.working.kind, line);
  }
  return cells;
}

/** What lines of a closed month come to, by cell. */
export function cellsOf(month: Month, lines: readonly BillLine[]): Cells {
  const cells: Cells = new Map();
  for (const line of lines) if (line.kind !== 'ADJUSTMENT') addTo(cells, month, line.kind, line);
  return cells;
}

function addTo(cells: Cells, month: Month, kind: AdjustableKind, line: BillLine): void {
  const key = cellKey(month, kind, line.parcelName);
  let cell = cells.get(key);
  if (!cell) {
    const { parcelName } = line;
    cell = {
      kind,
      parcelName,
      line: line.line,
      amountCents: 0,
      tradingSystemCents: 0,
      houseCents: 0,
      parts: new Map(),
    };
    cells.set(key, cell);
  }
  cell.amountCents += line.amountCents;
  cell.tradingSystemCents += line.tradingSystemCents;
  cell.houseCents += line.houseCents;
  for (const { vendorId, parcelName, amountCents } of line.vendorParts)
    cell.parts.set(`${vendorId} ${parcelName}`, {
      vendorId,
      parcelName,
      baseCents: 0,
      sharePpm: 0,
      ...sum(amountCents + (cell.parts.get(`${vendorId} ${parcelName}`)?.amountCents ?? 0)),
    });
}

const sum = (cents: number): { flatCents: number; amountCents: number } => ({
  flatCents: cents,
  amountCents: cents,
});

function differenceLine(
  key: string,
  month: Month,
  now: Cell | undefined,
  before: Cell | undefined,
): LineOf<'ADJUSTMENT'> | undefined {
  const { kind, parcelName, line } = (now ?? before)!;
  const delta = (of: (cell: Cell) => number): number => (now ? of(now) : 0) - (before ? of(before) : 0);
  const amountCents = delta((cell) => cell.amountCents);
  const tradingSystemCents = delta((cell) => cell.tradingSystemCents);
  const houseCents = delta((cell) => cell.houseCents);
  const vendorParts: VendorPart[] = [];
  for (const name of [...new Set([...(now?.parts.keys() ?? []), ...(before?.parts.keys() ?? [])])].sort()) {
    const part = (now?.parts.get(name) ?? before?.parts.get(name))!;
    const cents = (now?.parts.get(name)?.amountCents ?? 0) - (before?.parts.get(name)?.amountCents ?? 0);
    if (cents !== 0) vendorParts.push({ ...part, ...sum(cents) });
  }
  if (amountCents === 0 && tradingSystemCents === 0 && houseCents === 0 && vendorParts.length === 0)
    return undefined;
  return {
    kind: 'ADJUSTMENT',
    key: `ADJUSTMENT:${key}`,
    parcelName,
    line,
    computedCents: amountCents,
    override: null,
    amountCents,
    vendorParts,
    tradingSystemCents,
    houseCents,
    working: {
      month,
      kind,
      billedCents: before?.amountCents ?? 0,
      nowCents: now?.amountCents ?? 0,
      causes: [],
    },
  };
}

/** The adjustment with what caused it. */
export function withCauses(
  line: LineOf<'ADJUSTMENT'>,
  causes: readonly AdjustmentCause[],
): LineOf<'ADJUSTMENT'> {
  return { ...line, working: { ...line.working, causes: [...causes] } };
}
