import type { QueryClient } from '@tanstack/react-query';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { ON_MEMO, type Intent } from '#contracts/vocabulary/statuses.ts';
import { changeRead } from '../lib/change-read.ts';
import { queryKeys } from '../lib/query-keys.ts';
import type { StoneList } from './api/get-list.ts';
import { LIST_KINDS, type ListKind } from './list-kinds.ts';
import type { ListRow } from './list-row.ts';

type Rows = readonly ListRow[];

/** How parcels stand in each list now. */
export type RowsByList = Readonly<Record<ListKind, Rows>>;

/** The rows with the named parcels replaced in place, taken away, or added at the end, as `now` has them. */
export function patchRows(rows: Rows, names: ReadonlySet<string>, now: Rows): Rows {
  const waiting = new Map(now.map((stone) => [stone.parcelName, stone]));
  let changed = false;
  const patched: ListRow[] = [];
  for (const row of rows) {
    if (!names.has(row.parcelName)) {
      patched.push(row);
      continue;
    }
    const replacement = waiting.get(row.parcelName);
    waiting.delete(row.parcelName);
    changed = true;
    if (replacement) patched.push(sameStone(row, replacement) ? row : replacement);
  }
  if (!changed && waiting.size === 0) return rows;
  return [...patched, ...waiting.values()];
}

const sameStone = (a: ListRow, b: ListRow): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Gives a list that is loaded the rows that `rows` makes of its own; the same array leaves it as it is. */
export function changeList(
  client: QueryClient,
  line: Line,
  kind: ListKind,
  rows: (before: Rows) => Rows,
): void {
  changeRead<StoneList>(client, queryKeys.list(line, kind), (list) => {
    const after = rows(list.rows);
    return after === list.rows ? list : { ...list, rows: after };
  });
}

/** Puts the server's word on the named parcels into every list that is loaded (contracts: rowsReply, pieceRowsReply). */
export function patchLists(
  client: QueryClient,
  line: Line,
  parcelNames: readonly string[],
  reply: RowsByList,
): void {
  const names = new Set(parcelNames);
  for (const kind of LIST_KINDS)
    changeList(client, line, kind, (rows) => patchRows(rows, names, reply[kind]));
}

/** The rows of a list that have one of these names; none while it is not loaded. */
export function rowsNamed(
  client: QueryClient,
  line: Line,
  kind: ListKind,
  names: ReadonlySet<string>,
): ListRow[] {
  return (
    client
      .getQueryData<StoneList>(queryKeys.list(line, kind))
      ?.rows.filter((row) => names.has(row.parcelName)) ?? []
  );
}

/** Shows stones as in the cart, or as out of it, in lists and open details before the server has answered. */
export function showInCart(
  client: QueryClient,
  line: Line,
  parcelNames: readonly string[],
  inCart: boolean,
): void {
  const names = new Set(parcelNames);
  const carted = rowsNamed(client, line, 'available', names).map((stone) => ({ ...stone, inCart }));
  changeList(client, line, 'available', (rows) => patchRows(rows, names, carted));
  changeList(client, line, 'cart', (rows) => patchRows(rows, names, inCart ? carted : []));
  for (const name of parcelNames)
    changeRead<ListRow>(client, queryKeys.details(line, name), (row) => ({ ...row, inCart }));
}

/** Moves stones between the lists as an accepted instruction moved them, until the server's rows have come. */
export function showInstructed(
  client: QueryClient,
  line: Line,
  action: Intent,
  done: readonly string[],
): void {
  const names = new Set(done);
  const without = (rows: Rows): Rows => patchRows(rows, names, []);
  // What the list has already, where it was read again before the answer came, stays there.
  const addTo = (kind: ListKind, stones: Rows): void => {
    const moved = new Set(stones.map(({ parcelName }) => parcelName));
    changeList(client, line, kind, (rows) => patchRows(rows, moved, stones));
  };
  if (action === 'REQUEST') {
    const stones = [
      ...rowsNamed(client, line, 'cart', names),
      ...rowsNamed(client, line, 'available', names),
    ];
    const requested = [
      ...new Map(
        stones.map((stone) => [stone.parcelName, { ...stone, status: 'REQUESTED' as const, inCart: false }]),
      ).values(),
    ];
    changeList(client, line, 'available', without);
    changeList(client, line, 'cart', without);
    addTo('customer', requested);
    return;
  }
  const held = rowsNamed(client, line, 'customer', names);
  if (action === 'SOLD') {
    changeList(client, line, 'customer', without);
    addTo(
      'past',
      held.map((stone) => ({ ...stone, status: 'SOLD' as const })),
    );
    return;
  }
  // A request that is withdrawn leaves My; a stone sent on memo stays until it is received (rule: My and
  // past), also where it was read again before the answer came.
  const returning = held
    .filter(({ status }) => ON_MEMO.includes(status))
    .map((stone) => ({ ...stone, status: 'PENDING_RETURN' as const }));
  changeList(client, line, 'customer', (rows) => patchRows(rows, names, returning));
}

/** A parcel's row in one list; undefined when it is not in it. */
const rowIn = (client: QueryClient, line: Line, kind: ListKind, parcelName: string): ListRow | undefined =>
  rowsNamed(client, line, kind, new Set([parcelName]))[0];

/** A row and the list that has it. */
export type ListedRow = { row: ListRow; kind: ListKind };

/** A stone's row in whichever list has it: what is known of it before its details have come. */
export function listedRowOf(client: QueryClient, line: Line, parcelName: string): ListedRow | undefined {
  for (const kind of LIST_KINDS) {
    const row = rowIn(client, line, kind, parcelName);
    if (row) return { row, kind };
  }
  return undefined;
}

/** The row alone. */
export const rowOf = (client: QueryClient, line: Line, parcelName: string): ListRow | undefined =>
  listedRowOf(client, line, parcelName)?.row;
