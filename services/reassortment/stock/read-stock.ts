import type {
  CustomerStone,
  CustomerStoneProperty,
  StockBody,
  UnreadableRow,
} from '#contracts/reassortment/customer-stone.ts';
import { grouped } from '#contracts/vocabulary/grouped.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { Sheet } from '#services/platform/workbooks/index.ts';
import { cellProblem, cellText, findHead, type StockColumn } from './find-head.ts';
import { readRow, type RowProblem, type RowValues } from './read-row.ts';
import type { StockWords } from './stock-words.ts';

/**
 * A customer's current stock from a file: the readable rows, and the others with their texts and the reasons (rule:
 * Units and additions; rule: Refusing an ideal). Refuses (422) a file without a column that every row needs, one in
 * which two columns are the same property, and one with stock on several sheets; nothing is guessed.
 */
export function readStock(sheets: readonly Sheet[], words: StockWords): StockBody {
  const table = findHead(sheets, words);
  if (!table) throw refused('The file is empty.');
  const columns = knownColumns(table.columns, words);
  refuseSeveral(sheets, words);
  const has = (property: CustomerStoneProperty): boolean =>
    columns.some((column) => column.property === property);
  /** Assumed for a file without a column for them: each row is one piece, in the customer's only store. */
  const implied = present({
    quantity: has('quantity') ? undefined : '1',
    storeId: has('storeId') || has('storeName') ? undefined : words.stores[0]?.storeId,
  });
  const read: ReturnType<typeof readRow>[] = [];
  for (const sheetRow of table.rows) {
    const values: RowValues = { ...implied };
    const problems: RowProblem[] = [];
    let isEmpty = true;
    for (const { index, property } of columns) {
      const [text, message] = [cellText(sheetRow, index), cellProblem(sheetRow, index)];
      if (message !== undefined) problems.push({ property, message });
      else if (text !== null) values[property] = text;
      isEmpty &&= text === null && message === undefined;
    }
    if (!isEmpty) read.push(readRow(sheetRow.row, values, words, problems));
  }
  if (read.length === 0) throw refused('The file has headings but no rows.');
  return withoutDoubles(read);
}

/**
 * The stock with some of its unreadable rows corrected: given values replace the row's cells, a blank removes one.
 * `unknown` are the given rows that are not among the unreadable ones.
 */
export function mendRows(
  stock: StockBody,
  mends: readonly { row: number; values: RowValues }[],
  words: StockWords,
): { stock: StockBody; unknown: number[] } {
  const given = new Map(mends.map(({ row, values }) => [row, values]));
  const known = new Set(stock.unreadable.map(({ row }) => row));
  const unreadable = stock.unreadable.map((old) => {
    const mend = given.get(old.row) ?? (isDouble(old) ? {} : null);
    if (!mend) return { unreadable: old };
    // A missing cell stays a problem until a value is given for it, even a blank one.
    const open = old.problems.filter(
      ({ property }) => old.values[property] === undefined && mend[property] === undefined,
    );
    return readRow(old.row, present({ ...old.values, ...mend }), words, open);
  });
  return {
    stock: withoutDoubles([...stock.stones.map((stone) => ({ stone })), ...unreadable]),
    unknown: [...given.keys()].filter((row) => !known.has(row)),
  };
}

type KnownColumn = StockColumn & { property: CustomerStoneProperty };

const isKnown = (column: StockColumn): column is KnownColumn => column.property !== null;

function knownColumns(columns: readonly StockColumn[], words: StockWords): KnownColumn[] {
  const known = columns.filter(isKnown);
  const first = new Map<CustomerStoneProperty, string>();
  for (const { head, property } of known) {
    const other = first.get(property);
    if (other !== undefined)
      throw refused(`"${other}" and "${head}" are both ${property}: map or name one of them otherwise.`);
    first.set(property, head);
  }
  const missing = missingColumns(known, words);
  if (missing.length > 0)
    throw refused(`The file has no column for ${missing.join(', ')}: map the headings that mean them.`);
  return known;
}

/** What every row needs and no column is. */
function missingColumns(known: readonly KnownColumn[], { stores, attributes }: StockWords): string[] {
  const has = new Set(known.map(({ property }) => property));
  const missing: string[] = (['customerStoneId', ...attributes] as const).filter(
    (property) => property !== 'cut' && !has.has(property),
  );
  if (!has.has('storeId') && !has.has('storeName') && stores.length !== 1)
    missing.push('storeId or storeName');
  return missing;
}

/** Of two sheets with stock one would be left out, and its stores would look empty. */
function refuseSeveral(sheets: readonly Sheet[], words: StockWords): void {
  const names = sheets.flatMap((sheet) => {
    const table = findHead([sheet], words);
    const isStock =
      table !== null &&
      table.rows.some(({ cells }) => cells.some((cell) => cell !== null)) &&
      missingColumns(table.columns.filter(isKnown), words).length === 0;
    return isStock ? [sheet.name] : [];
  });
  if (names.length > 1)
    throw refused(`The stock is on several sheets (${names.join(', ')}): put all of its rows on one sheet.`);
}

const refused = (message: string): Refusal =>
  new Refusal(422, message, { code: 'UNREADABLE_STOCK', field: 'excelBody' });

/** An id names one stone: rows that share one are unreadable. */
function withoutDoubles(read: readonly ReturnType<typeof readRow>[]): StockBody {
  const byId = grouped(
    read.flatMap((each) => ('stone' in each ? [each.stone] : [])),
    ({ customerStoneId }) => customerStoneId,
  );
  const stones: CustomerStone[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const each of read) {
    if ('unreadable' in each) unreadable.push(each.unreadable);
    else {
      const others = byId.get(each.stone.customerStoneId)!.filter(({ row }) => row !== each.stone.row);
      if (others.length === 0) stones.push(each.stone);
      else unreadable.push(asDouble(each.stone, others));
    }
  }
  const byRow = (a: { row: number }, b: { row: number }): number => a.row - b.row;
  return { stones: stones.toSorted(byRow), unreadable: unreadable.toSorted(byRow) };
}

function asDouble(stone: CustomerStone, others: readonly CustomerStone[]): UnreadableRow {
  const { row, customerStoneId, values = valuesAsRead(stone) } = stone;
  const message = `"${customerStoneId}" is in row ${others.map((other) => other.row).join(', ')} too: give each stone an id of its own`;
  return { row, values, problems: [{ property: 'customerStoneId', message }] };
}

/** The values of a stone whose cells' texts were not kept: the value maps have had their say on them. */
function valuesAsRead(stone: CustomerStone): RowValues {
  const { storeId, customerStoneId, certNo, priceCents, retailPriceCents, quantity } = stone;
  const { weight, ...grades } = stone.stone;
  const part = (number: number | null | undefined, of: number): string | undefined =>
    typeof number === 'number' ? String(number / of) : undefined;
  return present({
    customerStoneId,
    storeId,
    certNo,
    ...grades,
    quantity: String(quantity),
    weight: part(weight, 1000),
    price: part(priceCents, 100),
    retailPrice: part(retailPriceCents, 100),
    status: stone.status ?? undefined,
    soldDate: stone.soldDate ?? undefined,
  });
}

/** True when the only fault of a row is that another row has its id too. */
const isDouble = ({ values, problems }: UnreadableRow): boolean =>
  values.customerStoneId !== undefined && problems.every(({ property }) => property === 'customerStoneId');

/** Without blank fields. */
function present(values: Partial<Record<CustomerStoneProperty, string | undefined>>): RowValues {
  const filled = Object.entries(values).flatMap(([property, text]) => {
    const trimmed = text?.trim() ?? '';
    return trimmed === '' ? [] : [[property, trimmed] as const];
  });
  return Object.fromEntries(filled);
}
