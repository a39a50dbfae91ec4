export { inReadingThread } from './in-reading-thread.ts';
export { readSheets } from './read-sheets.ts';
export {
  columnLetter,
  columnNumber,
  SHEET_LIMITS,
  UnreadableSheet,
  type CellRange,
  type CellValue,
  type Sheet,
  type SheetLimits,
  type SheetRow,
} from './sheet.ts';
export { findTable, plainName, type Headings, type SheetTable } from './find-table.ts';
export { isWorkbook } from './is-workbook.ts';
export { decodeText } from './decode-text.ts';
export { NAMED_SEPARATOR, separatorOf } from './separators.ts';
export { numberOf, textOf } from './cell-values.ts';
export { csvRow, writeText } from './safe-text.ts';
export { refusedRows } from './refused-rows.ts';
export { acceptSheets, orUnreadable, readSentSheets, sheetBody, SHEET_TYPES } from './sheet-uploads.ts';
