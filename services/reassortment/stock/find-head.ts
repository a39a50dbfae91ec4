import type { CustomerStoneProperty } from '#contracts/reassortment/customer-stone.ts';
import { textOf, type Sheet, type SheetRow } from '#services/platform/workbooks/index.ts';
import { propertyOfHead, type StockWords } from './stock-words.ts';

/** A column of a stock file; `property` is null when neither a map nor its own name tells what it is. */
export type StockColumn = { index: number; head: string; property: CustomerStoneProperty | null };
export type StockTable = { columns: StockColumn[]; rows: readonly SheetRow[] };

/** How many rows from the top may be the headings. */
const HEAD_ROWS = 50;

/**
 * The headings of a stock file: among the first rows of its sheets, the one with most known headings, then with most
 * texts. Null for a file without a text.
 */
export function findHead(sheets: readonly Sheet[], words: StockWords): StockTable | null {
  let best: { known: number; texts: number; table: StockTable } | null = null;
  for (const { rows } of sheets) {
    for (const [place, { cells }] of rows.slice(0, HEAD_ROWS).entries()) {
      const columns = cells.flatMap((cell, index): StockColumn[] => {
        const head = typeof cell === 'string' ? textOf(cell) : null;
        return head === null ? [] : [{ index, head, property: propertyOfHead(words, head) }];
      });
      const known = columns.filter(({ property }) => property !== null).length;
      const texts = columns.length;
      if (texts === 0 || (best && (known < best.known || (known === best.known && texts <= best.texts))))
        continue;
      best = { known, texts, table: { columns, rows: rows.slice(place + 1) } };
    }
  }
  return best?.table ?? null;
}

/** A cell's text, a number as a spreadsheet shows it; null when it is empty. */
export function cellText(row: SheetRow, index: number): string | null {
  return textOf(row.cells[index] ?? null);
}

/** Why a cell has no value; undefined when it has one, or is empty. */
export function cellProblem({ problems }: SheetRow, index: number): string | undefined {
  return problems.find((problem) => problem.index === index)?.message;
}
