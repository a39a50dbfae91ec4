import type { PlanReply } from '#contracts/api/reassortment-jobs.ts';
import {
  addSheet,
  FORMATS,
  headings,
  newWorkbook,
  number,
  text,
  workbookBytes,
} from '#services/platform/workbooks/sheet-kit.ts';

/** The column of the store's name is 19 wide (product: Reassortment exports). */
const COLUMNS = [
  ['Store', 19],
  ['To store', 19],
  ['Stone', 18],
  ['Lab', 8],
  ['Cert', 16],
  ['Shape', 8],
  ['Colour', 8],
  ['Clarity', 8],
  ['Bin', 34],
  ['Match', 10],
  ['Why', 44],
  ['Weight', 9],
  ['Price', 12],
] as const;
/** Columns of figures come after those of words. */
const FIRST_FIGURE = 11;

/** A plan's suggested shipments as a workbook, one line per stone; the same plan gives the same bytes. */
export async function shipmentsWorkbook(
  plan: PlanReply,
  storeName: (storeId: string) => string,
): Promise<Buffer> {
  const workbook = await newWorkbook('Suggested Shipments', plan.madeAt);
  const sheet = addSheet(workbook, 'Suggested Shipments', {
    widths: COLUMNS.map(([, width]) => width),
    frozen: 1,
    landscape: true,
  });
  headings(
    sheet,
    1,
    COLUMNS.map(([name]) => name),
    FIRST_FIGURE,
  );
  let row = 1;
  for (const { fromStoreId, toStoreId, stones } of plan.shipments)
    for (const stone of stones) {
      row += 1;
      const { customerStoneId, lab, certNo, shape, colour, clarity, binSpec, exactMatch, reason } = stone;
      const match = exactMatch ? 'In Bin' : 'Close to';
      const graded = [lab, certNo, shape, colour, clarity];
      [
        storeName(fromStoreId),
        storeName(toStoreId),
        customerStoneId,
        ...graded,
        binSpec,
        match,
        reason,
      ].forEach((words, index) => void text(sheet.getCell(row, index + 1), words ?? ''));
      if (stone.weight !== undefined)
        number(sheet.getCell(row, FIRST_FIGURE + 1), stone.weight, FORMATS.carats);
      if (stone.price !== undefined) number(sheet.getCell(row, FIRST_FIGURE + 2), stone.price, FORMATS.money);
    }
  return workbookBytes(workbook);
}
