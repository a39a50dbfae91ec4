import type { Line } from '#contracts/vocabulary/lines.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { WORKBOOK_TYPE } from '#contracts/vocabulary/file-types.ts';
import type { Column } from '../../components/data-table/column.ts';
import { saveFile } from '#web-shared/http/save-file.ts';
import type { Sheet, SheetCell } from './workbook-parts.ts';
import { writeWorkbook } from './write-workbook.ts';

/** The sheet of each line, after the product's name (product: Spreadsheet export). */
const SHEET_NAMES: Readonly<Record<Line, string>> = {
  natural: 'Inventory',
  jewellery: 'Jewellery Inventory',
  labGrown: 'Lab Grown Inventory',
  fancyColour: 'Fancy Colour Inventory',
};

/** The name of the saved file. */
const FILE_NAME = `${PRODUCT_NAME} Export.xlsx`;

/**
 * Rows as a sheet: the columns of the registry that are exported, in their order; what the registry leaves out, such as
 * prices that are hidden, is not there either.
 */
export function sheetOf<Row>(line: Line, columns: readonly Column<Row>[], rows: readonly Row[]): Sheet {
  const chosen = columns
    .flatMap((column) => (column.exported ? [{ column, exported: column.exported }] : []))
    .sort((a, b) => a.exported.place - b.exported.place);
  return {
    name: `${PRODUCT_NAME} ${SHEET_NAMES[line]}`,
    columns: chosen.map(({ column, exported: { label, width, format } }) => ({
      label: label ?? column.label,
      width,
      format,
    })),
    rowCount: rows.length,
    cell: (row, place): SheetCell => {
      const { column, exported } = chosen[place]!;
      const of = rows[row]!;
      const figures = column.kind === 'number' && exported.asText?.(of) !== true;
      const value = figures ? column.read(of) : undefined;
      if (typeof value === 'number') return rounded(value, exported.format);
      const text = column.print(of);
      const link = text === '' ? undefined : exported.link?.(of);
      return link === undefined ? text || null : { text, link };
    },
  };
}

/** By decimals: a half is rounded as in the lists. */
const ROUNDING = Array.from(
  { length: 7 },
  (_, maximumFractionDigits) => new Intl.NumberFormat('en-US', { maximumFractionDigits, useGrouping: false }),
);

/** To the decimals that are shown: ratios and the like are not written with all their digits. */
function rounded(value: number, format = ''): number {
  const decimals = /\.(0+)/.exec(format)?.[1]?.length ?? 0;
  return format === '' ? value : Number(ROUNDING[decimals]!.format(value));
}

/** Builds the spreadsheet of a list in the browser and gives it to the person. */
export async function exportRows<Row>(
  line: Line,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  onProgress?: (done: number) => void,
): Promise<void> {
  const bytes = await writeWorkbook(sheetOf(line, columns, rows), onProgress);
  saveFile(new Blob(bytes, { type: WORKBOOK_TYPE }), FILE_NAME);
}
