import type { BinAttribute, BinSpec, IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { BIN_ATTRIBUTES, NO_QUANTITY } from '#contracts/reassortment/bin-spec.ts';
import { centsOf } from '#contracts/vocabulary/money.ts';
import { columnLetter, numberOf } from '#services/platform/workbooks/index.ts';
import type { NamedStore, PartReading } from './ideal-reading.ts';
import { plain } from './plain-text.ts';
import { readHead } from './read-head.ts';
import { readWeights } from './read-weights.ts';
import { cellName, type SheetGrid } from './sheet-grid.ts';
import { onlyStore } from './sheet-naming.ts';
import { ALL, readBucket } from './value-lists.ts';
import { wholePieces } from './whole-pieces.ts';

const STORES = ['storeId', 'storeName'] as const;
const QUANTITIES = ['minQty', 'targetQty', 'maxQty'] as const;
const HEADS = [...STORES, ...BIN_ATTRIBUTES, ...QUANTITIES, 'targetValue'] as const;
type Head = (typeof HEADS)[number];
const BY_NAME: ReadonlyMap<string, Head> = new Map(HEADS.map((head) => [plain(head), head]));

/** Rows from the top in which heads are looked for. */
const HEAD_ROWS = 50;

/** The row that heads a flat file, and where each head stands; heads that are not known are left aside. */
type Heads = { row: number; columns: Map<Head, number>; twice: number[]; unknown: number[] };
type Report = (column: number, message: string) => void;

/** The bins of a flat sheet, a line each (rule: Flat file); null for a sheet without the heads of one. */
export function readFlat(grid: SheetGrid, stores: readonly NamedStore[]): PartReading | null {
  const heads = findHeads(grid);
  if (!heads) return null;
  const reading: PartReading = {
    bins: [],
    faults: heads.twice.map((column) => ({
      sheet: grid.name,
      cell: cellName(heads.row, column),
      message: `"${grid.text(heads.row, column)}" is the heading of another column too: keep one`,
    })),
    ignored: heads.unknown.map((column) => ({
      sheet: grid.name,
      column: columnLetter(column),
      reason: `"${grid.text(heads.row, column)}" is no field of a bin`,
    })),
  };
  const hasStores = STORES.some((head) => heads.columns.has(head));
  if (!hasStores && onlyStore(stores) === null) {
    const message = 'is the first heading, and none is storeId or storeName: say which store each bin is for';
    reading.faults.push({ sheet: grid.name, cell: cellName(heads.row, 1), message });
  }
  for (let row = heads.row + 1; row <= grid.lastRow; row += 1) readLine(grid, row, heads, stores, reading);
  return reading;
}

function findHeads(grid: SheetGrid): Heads | null {
  for (let row = 1; row <= Math.min(grid.lastRow, HEAD_ROWS); row += 1) {
    const heads: Heads = { row, columns: new Map(), twice: [], unknown: [] };
    for (let column = 1; column <= grid.lastColumn; column += 1) {
      const text = grid.text(row, column);
      const head = text === null ? undefined : BY_NAME.get(plain(text));
      if (head === undefined) {
        if (text !== null) heads.unknown.push(column);
      } else if (heads.columns.has(head)) heads.twice.push(column);
      else heads.columns.set(head, column);
    }
    if (heads.columns.has('targetQty') && BIN_ATTRIBUTES.some((attribute) => heads.columns.has(attribute)))
      return heads;
  }
  return null;
}

function readLine(
  grid: SheetGrid,
  row: number,
  { columns }: Heads,
  stores: readonly NamedStore[],
  reading: PartReading,
): void {
  const known = [...columns.values()];
  if (known.every((column) => grid.text(row, column) === null && grid.problem(row, column) === undefined))
    return;
  const { faults } = reading;
  const before = faults.length;
  const fault: Report = (column, message) => {
    faults.push({ sheet: grid.name, cell: cellName(row, column), message });
  };
  for (const column of known) {
    const problem = grid.problem(row, column);
    if (problem !== undefined) fault(column, problem);
  }
  // A cell without a value is reported by now, and not as an empty one too.
  const report: Report = (column, message) => {
    if (grid.problem(row, column) === undefined) fault(column, message);
  };
  const storeId = storeOf(grid, row, columns, stores, report);
  const spec = specOf(grid, row, columns, report);
  const pieces = piecesOf(grid, row, columns, report);
  if (faults.length > before || storeId === null || !pieces) return;
  const cell = cellName(row, Math.min(...known));
  reading.bins.push({ bin: { storeId, spec, ...pieces }, sheet: grid.name, cell });
}

function storeOf(
  grid: SheetGrid,
  row: number,
  columns: Heads['columns'],
  stores: readonly NamedStore[],
  report: Report,
): string | null {
  let storeId: string | null = null;
  let isFaulty = false;
  for (const head of STORES) {
    const column = columns.get(head);
    const text = column === undefined ? null : grid.text(row, column);
    isFaulty ||= column !== undefined && grid.problem(row, column) !== undefined;
    if (column === undefined || text === null) continue;
    const [store, ...others] = stores.filter((each) => plain(each[head]) === plain(text));
    const problem = !store
      ? 'is no store of this customer'
      : others.length > 0
        ? `is the name of ${others.length + 1} stores`
        : storeId !== null && storeId !== store.storeId
          ? 'is another store'
          : null;
    if (problem !== null) {
      report(column, `"${text}" ${problem}`);
      isFaulty = true;
    } else storeId = store!.storeId;
  }
  if (isFaulty || storeId !== null) return storeId;
  const column = columns.get('storeId') ?? columns.get('storeName');
  if (column !== undefined && onlyStore(stores) === null)
    report(column, 'is empty: say which store the bin is of');
  return onlyStore(stores);
}

function specOf(grid: SheetGrid, row: number, columns: Heads['columns'], report: Report): BinSpec {
  let spec: BinSpec = {};
  for (const attribute of BIN_ATTRIBUTES) {
    const column = columns.get(attribute);
    const text = column === undefined ? null : grid.text(row, column);
    if (column === undefined || text === null || plain(text) === ALL) continue;
    const bucket = bucketOf(attribute, text);
    if (bucket) spec = { ...spec, ...bucket };
    else
      report(
        column,
        attribute === 'weight'
          ? `"${text}" is no range of weights such as 0.30-0.39 or 2+`
          : `"${text}" is no ${attribute} on the list`,
      );
  }
  return spec;
}

/** Without the 0.01 of a crosstab's weights (rule: Flat file). */
function bucketOf(attribute: BinAttribute, text: string): BinSpec | null {
  if (attribute === 'weight') {
    const weight = readWeights(text);
    return weight ? { weight } : null;
  }
  if (attribute === 'colour' || attribute === 'clarity') return readHead(text, [attribute]);
  const values = readBucket(attribute, text);
  return values ? { [attribute]: values } : null;
}

type Pieces = Pick<IdealBin, 'minQty' | 'targetQty' | 'maxQty' | 'targetCents'>;

/** An empty minimum or maximum is the target. */
function piecesOf(
  grid: SheetGrid,
  row: number,
  columns: Heads['columns'],
  report: Report,
): Pieces | undefined {
  const quantityOf = (head: (typeof QUANTITIES)[number]): number | undefined => {
    const column = columns.get(head);
    const text = column === undefined ? null : grid.text(row, column);
    if (column === undefined || text === null) return undefined;
    const pieces = wholePieces(grid.value(row, column));
    if (pieces === null) report(column, `"${text}" ${NO_QUANTITY}`);
    return pieces ?? undefined;
  };
  const at = columns.get('targetQty')!;
  const targetQty = quantityOf('targetQty');
  if (targetQty === undefined && grid.text(row, at) === null) report(at, 'is empty: write the target');
  const [minQty = targetQty, maxQty = targetQty] = [quantityOf('minQty'), quantityOf('maxQty')];
  const targetCents = centsIn(grid, row, columns.get('targetValue'), report);
  if (targetQty === undefined || minQty === undefined || maxQty === undefined) return undefined;
  if (minQty > targetQty) report(columns.get('minQty')!, `is above the target ${targetQty}`);
  if (maxQty < targetQty) report(columns.get('maxQty')!, `is below the target ${targetQty}`);
  return { minQty, targetQty, maxQty, targetCents };
}

/** Dollars in a cell as cents; null where there are none. */
function centsIn(grid: SheetGrid, row: number, column: number | undefined, report: Report): number | null {
  const text = column === undefined ? null : grid.text(row, column);
  if (column === undefined || text === null) return null;
  const amount = numberOf(grid.value(row, column));
  const cents = amount === null || amount < 0 ? null : centsOf(amount);
  if (cents === null) report(column, `"${text}" is no amount of dollars with at most two decimals`);
  return cents;
}
