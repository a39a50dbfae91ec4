import type { ModelFields } from '#contracts/events/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { findTable, type Headings, type Sheet, type SheetTable } from '#services/platform/workbooks/index.ts';

/** What a column of the sheet holds. */
export type ModelColumn = 'name' | keyof ModelFields;

const HEADINGS: Headings<ModelColumn> = {
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

/** What a column is called in a refusal. */
export const wordOf = (column: ModelColumn): string => (column === 'totalCents' ? 'total' : column);

export type ModelTable = SheetTable<ModelColumn>;

/**
 * The table of models in the first sheet that has one (product: Model edits and import): its header row is the first
 * with both a name column and an additional-quantity column. Of two headings for one column, the better one counts.
 * Throws Refusal 422 when there is none, or when two columns have the same heading.
 */
export function findModelTable(sheets: readonly Sheet[]): ModelTable {
  const isHeader = (columns: ReadonlyMap<ModelColumn, number>): boolean =>
    columns.has('name') && columns.has('additionalQuantity');
  const table = findTable(sheets, HEADINGS, isHeader, wordOf);
  if (table) return table;
  throw new Refusal(
    422,
    'The sheet needs a header row with a column for the name ("Name" or "Model") and one for the additional quantity ("Additional Quantity" or "Additional Qty").',
    { code: 'COLUMNS_MISSING', field: 'file' },
  );
}
