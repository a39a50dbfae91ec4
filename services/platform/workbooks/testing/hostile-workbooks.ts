import { strToU8, unzipSync, zipSync } from 'fflate';
import { rawWorkbook } from './workbook-bytes.ts';

const oneCell = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>';
export const rows = (count: number, cells: (row: number) => string): string =>
  `<sheetData>${Array.from({ length: count }, (_, index) => `<row r="${index + 1}">${cells(index + 1)}</row>`).join('')}</sheetData>`;
export const shared = (...texts: readonly string[]): string =>
  `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`;
export const withPart = (bytes: Uint8Array, name: string, xml: string): Uint8Array =>
  zipSync({ ...unzipSync(bytes), [name]: strToU8(xml) });
export const manyCells = (row: number): string =>
  Array.from({ length: 90 }, (_, at) => `<c r="${column(at)}${row}" t="s"><v>0</v></c>`).join('');
const column = (at: number): string =>
  (at >= 26 ? String.fromCharCode(64 + Math.floor(at / 26)) : '') + String.fromCharCode(65 + (at % 26));

/** Small files, each of which once held the reading thread for a minute or filled the server's memory, and how each is refused. */
export const HOSTILE_WORKBOOKS: readonly [name: string, bytes: () => Uint8Array, refusal: RegExp][] = [
  [
    'one long text in 9,000 cells',
    () =>
      withPart(
        rawWorkbook(rows(100, manyCells)),
        'xl/sharedStrings.xml',
        shared(`<t>${'x'.repeat(1024 * 1024)}</t>`),
      ),
    /'Raw' holds 1,048,576 characters in A1, more than 32,767/,
  ],
  [
    'a text of the longest length in 9,000 cells',
    () =>
      withPart(
        rawWorkbook(rows(100, manyCells)),
        'xl/sharedStrings.xml',
        shared(`<t>${'x'.repeat(32_767)}</t>`),
      ),
    /'Raw' passes 33,554,432 characters of text of the file at [A-Z]+12:/,
  ],
  [
    'a row far below',
    () => rawWorkbook('<sheetData><row r="999999999"><c r="A999999999"><v>1</v></c></row></sheetData>'),
    /'Raw' reaches down to row 999,999,999, more than 100,000/,
  ],
  [
    'a cell far to the right of each row',
    () => rawWorkbook(rows(9000, (row) => `<c r="SF${row}"><v>1</v></c>`)),
    /'Raw' passes 4,000,000 cells of the file at SF8001/,
  ],
  [
    'a million names that are never closed',
    () => rawWorkbook(oneCell, '<definedNames>'.repeat(1e6)),
    /damaged/,
  ],
  [
    'a million merges that are never closed',
    () => rawWorkbook(`${oneCell}<mergeCells>${'<mergeCell '.repeat(1e6)}`),
    /damaged/,
  ],
  [
    '49,000 merges, one over the other',
    () =>
      rawWorkbook(
        `${rows(20_000, (row) => `<c r="A${row}"><v>1</v></c>`)}<mergeCells>${'<mergeCell ref="B1:C90000"/>'.repeat(49_000)}</mergeCells>`,
      ),
    /'Raw' has merged cells that overlap at B1/,
  ],
  [
    'merges of a million cells each, one over the other, where no cell stands',
    () =>
      rawWorkbook(
        `<sheetData><row r="1"><c r="KN1"><v>1</v></c></row><row r="50000"><c r="A50000"><v>1</v></c></row></sheetData><mergeCells>${'<mergeCell ref="A2:KN49999"/>'.repeat(50_000)}</mergeCells>`,
      ),
    /'Raw' has merged cells that overlap at A2/,
  ],
  [
    'formulas without results',
    () => rawWorkbook(rows(10_001, (row) => `<c r="A${row}"><f>B${row}</f></c>`)),
    /'Raw' passes 10,000 cells without a value at A10001/,
  ],
  [
    'a number format without end',
    () =>
      withPart(
        rawWorkbook(oneCell),
        'xl/styles.xml',
        `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(1e6)}"/></numFmts></styleSheet>`,
      ),
    /a number format of more than 255 characters/,
  ],
  [
    'elements within elements',
    () => withPart(rawWorkbook(oneCell), 'xl/sharedStrings.xml', `<sst>${'<si>'.repeat(1e6)}`),
    /damaged/,
  ],
];
