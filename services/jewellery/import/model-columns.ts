import type { ModelFields } from '#contracts/events/index.ts';
import { columnLetter, type Sheet, type SheetRow } from '#services/platform/workbooks/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** What a column of the sheet holds. */
export type ModelColumn = 'name' | keyof ModelFields;

/**
 * The headings that are understood, best first, ignoring case, spaces and punctuation (product: Model edits and
 * import).
 */
const HEADINGS: Readonly<Record<ModelColumn, readonly string[]>> = {
  name: [
    'name',
    'modelname',
    'model',
    'modelnumber',
    'modelno',
    'modelcode',
    'stylename',
    'style',
    'stylenumber',
    'styleno',
  ],
  additionalQuantity: [
    'additionalquantity',
    'additionalqty',
    'addlquantity',
    'addlqty',
    'addqty',
    'additional',
    'extraquantity',
    'extraqty',
    'quantity',
    'qty',
  ],
  description: ['description', 'modeldescription', 'desc'],
  type: ['type', 'modeltype', 'category'],
  subType: ['subtype', 'modelsubtype', 'subcategory'],
  finish: ['finish', 'modelfinish', 'metal', 'metalcolour', 'metalcolor'],
  totalCents: ['total', 'price', 'totalprice', 'listprice'],
  photoUrl: ['photourl', 'photo', 'video', 'videourl'],
  stillPhotoUrl: ['stillphotourl', 'stillphoto', 'still', 'image', 'imageurl', 'picture'],
  tier: ['tier'],
  labGrown: ['labgrown', 'islabgrown', 'lg'],
  hide: ['hide', 'hidden', 'ishidden'],
};
const COLUMNS = Object.keys(HEADINGS) as ModelColumn[];

/** How many rows of titles and notes may be above the headings. */
const LOOKED_AT = 20;

/** The place of each known column (from 0), and the rows below the headings. */
export type ModelTable = { columns: ReadonlyMap<ModelColumn, number>; rows: readonly SheetRow[] };

/**
 * The table of models in the first sheet that has one: its header row is the first with both a name column and an
 * additional-quantity column. Of two headings for one column, the better one counts. Throws Refusal 422 when there is
 * none, or when two columns have the same heading.
 */
export function findModelTable(sheets: readonly Sheet[]): ModelTable {
  for (const { rows } of sheets) {
    const header = rows.slice(0, LOOKED_AT).findIndex((row) => {
      const columns = columnsOf(row);
      return columns.has('name') && columns.has('additionalQuantity');
    });
    if (header < 0) continue;
    refuseTwice(rows[header]!);
    return { columns: columnsOf(rows[header]!), rows: rows.slice(header + 1) };
  }
  throw new Refusal(
    422,
    'The sheet needs a header row with a column for the name ("Name" or "Model") and one for the additional quantity ("Additional Quantity" or "Additional Qty").',
    { code: 'COLUMNS_MISSING', field: 'file' },
  );
}

function headingsOf({ cells }: SheetRow): string[] {
  return cells.map((cell) => (typeof cell === 'string' ? cell.toLowerCase().replace(/[^a-z0-9]/g, '') : ''));
}

function columnsOf(row: SheetRow): Map<ModelColumn, number> {
  const headings = headingsOf(row);
  const found = COLUMNS.flatMap((column): [ModelColumn, number][] => {
    const heading = HEADINGS[column].find((known) => headings.includes(known));
    return heading === undefined ? [] : [[column, headings.indexOf(heading)]];
  });
  return new Map(found);
}

function refuseTwice(row: SheetRow): void {
  const headings = headingsOf(row);
  for (const [column, first] of columnsOf(row)) {
    const second = headings.indexOf(headings[first]!, first + 1);
    if (second < 0) continue;
    const message = `Columns ${columnLetter(first + 1)} and ${columnLetter(second + 1)} are both headed "${String(row.cells[first])}": keep one.`;
    throw new Refusal(422, message, {
      code: 'COLUMN_TWICE',
      field: column === 'totalCents' ? 'total' : column,
    });
  }
}
