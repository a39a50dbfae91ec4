import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readSheets, UnreadableSheet, type CellValue } from './index.ts';
import { readFile } from './read-file.ts';
import { SHEET_LIMITS, type SheetLimits } from './sheet.ts';
import { rawWorkbook, sheetBytes, workbookBytes } from './testing/workbook-bytes.ts';

/** In this thread, as nothing here is dangerous; what is, is read by `readSheets`. */
const sheetsOf = (bytes: Uint8Array, limits: Partial<SheetLimits> = {}) =>
  readFile(bytes, { ...SHEET_LIMITS, ...limits });
const cellsOf = async (bytes: Uint8Array): Promise<(readonly CellValue[])[]> =>
  (await sheetsOf(bytes))[0]!.rows.map(({ cells }) => cells);
const csv = (text: string): Uint8Array => Buffer.from(text, 'utf8');

describe('what cells hold', () => {
  test('text, numbers, dates in UTC, true and false; empty is null', async () => {
    const date = new Date('2026-04-11T00:00:00.000Z');
    expect(await cellsOf(await sheetBytes([['RS210W', 3, date, true, null, '  ', 0.25]]))).toEqual([
      ['RS210W', 3, date, true, null, null, 0.25],
    ]);
  });

  test('rich text and links count by their text, beyond ASCII too', async () => {
    const link = { text: 'Anneau pavé 💍', hyperlink: 'https://example.com' };
    const rich = { richText: [{ text: 'Halo ' }, { font: { bold: true }, text: 'ring' }] };
    expect(await cellsOf(await sheetBytes([[rich, link]]))).toEqual([['Halo ring', 'Anneau pavé 💍']]);
  });

  test('a formula counts by its cached result; an empty result is empty', async () => {
    const bytes = rawWorkbook(
      '<sheetData><row r="1"><c r="A1"><f>1+2</f><v>3</v></c><c r="B1" t="str"><f>A1&amp;"x"</f><v>3x</v></c><c r="C1" t="b"><f>A1=3</f><v>1</v></c><c r="D1" t="str"><f>""</f><v></v></c><c r="E1"><v>5</v></c></row></sheetData>',
    );
    expect((await sheetsOf(bytes))[0]!.rows).toEqual([
      { row: 1, cells: [3, '3x', true, null, 5], problems: [] },
    ]);
  });

  test('a formula whose result is 0 or false counts by it', async () => {
    const bytes = await sheetBytes([
      [
        { formula: '1-1', result: 0 },
        { formula: '1>2', result: false },
      ],
    ]);
    expect((await sheetsOf(bytes))[0]!.rows).toEqual([{ row: 1, cells: [0, false], problems: [] }]);
  });

  test('a formula without a result, or with an error, is reported with its place', async () => {
    const bytes = await sheetBytes([
      ['RS210W', { formula: 'B2+1' }, { formula: 'C2', result: { error: '#REF!' } }],
    ]);
    expect((await sheetsOf(bytes))[0]!.rows).toEqual([
      {
        row: 1,
        cells: ['RS210W'],
        problems: [
          { index: 1, message: 'is a formula without a result' },
          { index: 2, message: 'holds the error #REF!' },
        ],
      },
    ]);
  });

  test('texts are whole, however they are written', async () => {
    const bytes = rawWorkbook(
      '<sheetData>\n<row r="2"><c r="A2" t="inlineStr"><is><r><t>Halo </t></r><r><rPr><b/></rPr><t xml:space="preserve">ring &amp; stone</t></r><rPh sb="0" eb="1"><t>kana</t></rPh></is></c><c t="str"><v>pav&#233; &#x1F48E; &lt;</v></c><c r="D2" t="str"><v><![CDATA[5 &amp; 6]]></v></c><c r="E2" t="s"><v>9</v></c></row>\n<row><c><v> 7 </v></c></row></sheetData>',
    );
    expect((await sheetsOf(bytes))[0]!.rows).toEqual([
      { row: 2, cells: ['Halo ring & stone', 'pavé 💎 <', null, '5 &amp; 6'], problems: [] },
      { row: 3, cells: [7], problems: [] },
    ]);
  });

  test('elements may have a prefix, as some programs write them', async () => {
    const strings = '<x:sst xmlns:x="main"><x:si><x:t>Round</x:t></x:si></x:sst>';
    const sheet =
      '<x:worksheet xmlns:x="main"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1"><x:v>1.5</x:v></x:c></x:row></x:sheetData><x:extLst><ext><y:f>A1</y:f></ext></x:extLst></x:worksheet>';
    const bytes = rawWorkbook('', '', { 'xl/sharedStrings.xml': strings, 'xl/worksheets/sheet1.xml': sheet });
    expect(await cellsOf(bytes)).toEqual([['Round', 1.5]]);
  });

  test('the relation of a sheet may have any prefix', async () => {
    const workbook =
      '<workbook xmlns="main" xmlns:d3="relations"><sheets><sheet name="Stock" sheetId="1" d3:id="rId1"/></sheets></workbook>';
    const bytes = rawWorkbook('<sheetData><row r="1"><c r="A1"><v>5</v></c></row></sheetData>', '', {
      'xl/workbook.xml': workbook,
    });
    const [sheet] = await sheetsOf(bytes);
    expect([sheet?.name, sheet?.rows[0]?.cells]).toEqual(['Stock', [5]]);
  });

  test("a workbook's escapes are the characters that they stand for", async () => {
    const strings = '<sst><si><t>Sub_x000D_\nCategory</t></si></sst>';
    const cells = ['_x005F_x000D_', 'caf\u00e9_x0020_&amp; bar', 'nul_x0000_', '_xD83D_', '_x12_'];
    const bytes = rawWorkbook(
      `<sheetData><row><c t="s"><v>0</v></c>${cells.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row></sheetData>`,
      '',
      { 'xl/sharedStrings.xml': strings },
    );
    expect(await cellsOf(bytes)).toEqual([
      ['Sub\r\nCategory', '_x000D_', 'caf\u00e9 & bar', 'nul_x0000_', '_xD83D_', '_x12_'],
    ]);
  });

  test('a number is a date by its format, built in or of the workbook; days may count from 1904', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[Red]0.00&quot; days&quot;"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';
    const cells =
      '<sheetData><row r="1"><c r="A1" s="0"><v>46023</v></c><c r="B1" s="1"><v>46023</v></c><c r="C1" s="2"><v>46023</v></c><c r="D1" s="3"><f>B1</f><v>46023.5</v></c><c r="E1" t="d"><v>2026-01-01T00:00:00Z</v></c><c r="F1" s="1"><v>1e99</v></c></row></sheetData>';
    const day = new Date('2026-01-01T00:00:00.000Z');
    const noon = new Date('2026-01-01T12:00:00.000Z');
    const [sheet] = await sheetsOf(rawWorkbook(cells, '', { 'xl/styles.xml': styles }));
    expect(sheet!.rows).toEqual([
      {
        row: 1,
        cells: [46_023, day, 46_023, noon, day],
        problems: [{ index: 5, message: 'is not a date' }],
      },
    ]);
    const from1904 = rawWorkbook(cells, '<workbookPr date1904="1"/>', { 'xl/styles.xml': styles });
    expect((await sheetsOf(from1904))[0]!.rows[0]!.cells[1]).toEqual(new Date('2030-01-02T00:00:00.000Z'));
  });

  test.each(['0.00\\ \\m\\m', '0\\d', '_-* #,##0.00\\ _D_M_-', '*s0', '[Red]0" days"'])(
    'a number in the format %s is no date: its letters are not of the number',
    async (format) => {
      const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${format.replaceAll('"', '&quot;')}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`;
      const bytes = rawWorkbook(
        '<sheetData><row r="1"><c r="A1" s="0"><v>4.35</v></c></row></sheetData>',
        '',
        {
          'xl/styles.xml': styles,
        },
      );
      expect(await cellsOf(bytes)).toEqual([[4.35]]);
    },
  );

  test("a date written as text is in UTC, whatever the machine's zone", async () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    onTestFinished(() => void vi.unstubAllEnvs());
    const written = [
      '2026-01-01',
      '2026-01-01T00:00:00',
      '2026-01-01T00:00:00.000',
      '2026-01-01T01:00:00+01:00',
    ];
    const cells = written.map((date) => `<c t="d"><v>${date}</v></c>`).join('');
    const day = new Date('2026-01-01T00:00:00.000Z');
    expect(await cellsOf(rawWorkbook(`<sheetData><row>${cells}</row></sheetData>`))).toEqual([
      written.map(() => day),
    ]);
  });

  test('a merged cell counts once, whatever stands hidden in the cells it covers', async () => {
    const bytes = await workbookBytes((workbook) => {
      const sheet = workbook.addWorksheet('Merged');
      sheet.addRows([
        ['Models', null, null],
        ['RS210W', 4, 7],
        ['RS211W', 5, 8],
      ]);
      sheet.mergeCells('A1:C1');
      sheet.mergeCells('B2:B3');
    });
    expect(await cellsOf(bytes)).toEqual([['Models'], ['RS210W', 4, 7], ['RS211W', null, 8]]);
    const hidden = rawWorkbook(
      '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>',
    );
    expect(await cellsOf(hidden)).toEqual([[1]]);
  });

  test('sheets come in the order of the workbook, with their names; rows with their numbers', async () => {
    const bytes = await workbookBytes((workbook) => {
      workbook.addWorksheet('Second thoughts').getCell('B7').value = 'x';
      workbook.addWorksheet('First').getCell('A1').value = 'y';
    });
    expect(await sheetsOf(bytes)).toEqual([
      { name: 'Second thoughts', rows: [{ row: 7, cells: [null, 'x'], problems: [] }], merges: [] },
      { name: 'First', rows: [{ row: 1, cells: ['y'], problems: [] }], merges: [] },
    ]);
  });
});

describe('CSV', () => {
  test('cells are text, quoted ones too, with the line they stand on', async () => {
    expect((await sheetsOf(csv('\ufeffName,Qty\r\n\r\n"Ring, halo",3\r\n')))[0]!.rows).toEqual([
      { row: 1, cells: ['Name', 'Qty'], problems: [] },
      { row: 3, cells: ['Ring, halo', '3'], problems: [] },
    ]);
  });

  test.each([
    ['semicolons', csv('Name;Qty\nA,1;3\n')],
    ['tabs', csv('Name\tQty\nA,1\t3\n')],
    ['bars', csv('Name|Qty\nA,1|3\n')],
    ['a separator that its first line names', csv('sep=;\r\nName;Qty\r\nA,1;3\r\n')],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Name,Qty\n"A,1",3\n', 'utf16le')])],
  ])('with %s', async (_, bytes) => {
    expect(await cellsOf(bytes)).toEqual([
      ['Name', 'Qty'],
      ['A,1', '3'],
    ]);
  });

  test('a title above the table does not decide on the separator', async () => {
    const rows = ['Price list, valid from 1 May', 'Shape;Price', 'RD;1,5', 'OV;2,5', 'PS;3,5'];
    expect((await cellsOf(csv(rows.join('\n'))))[2]).toEqual(['RD', '1,5']);
  });

  test('as spreadsheet programs of Western Europe save it', async () => {
    expect(await cellsOf(Buffer.from('Name;Qty\nPavé;3\n', 'latin1'))).toEqual([
      ['Name', 'Qty'],
      ['Pavé', '3'],
    ]);
  });

  test.each([
    ['nothing', csv(''), 'The file is empty.'],
    [
      'text in another alphabet',
      Buffer.from([0x41, 0xcf, 0xf0, 0xe8, 0xe2]),
      /not UTF-8 text at byte 2, in line 1/,
    ],
    [
      'an image',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]),
      /not UTF-8 text/,
    ],
    ['a quote that is never closed', csv('Name,Qty\n"A,1\n'), /cannot be read as CSV/],
  ])('%s is refused', async (_, bytes, message) => {
    await expect(readSheets(bytes)).rejects.toThrow(message);
  });
});

describe('hostile and broken workbooks are refused with the reason', () => {
  const refused = (bytes: Uint8Array, message: RegExp, limits = {}) =>
    expect(sheetsOf(bytes, limits)).rejects.toThrow(message);

  test('an archive whose directory promises too much is not expanded', async () => {
    const bomb = zipSync({
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/worksheets/sheet1.xml': new Uint8Array(20 * 1024 * 1024),
    });
    expect(bomb.length).toBeLessThan(100 * 1024);
    await refused(bomb, /would expand to 21 MB, more than 16 MB/, { expandedBytes: 16 * 1024 * 1024 });
  });

  test('one whose directory lies about it gains nothing', async () => {
    // 64 MB of zeros behind a directory that promises 20 bytes.
    const honest = zipSync({
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/worksheets/sheet1.xml': [strToU8('x'.repeat(20)), { level: 0 }],
    });
    const lying = withCompressedPart(
      honest,
      'xl/worksheets/sheet1.xml',
      deflateRawSync(new Uint8Array(64 * 1024 * 1024)),
    );
    await refused(lying, /damaged|not an Excel workbook/);
  });

  test('a sheet that promises too many rows or columns is not read', async () => {
    await refused(
      rawWorkbook('<dimension ref="A1:C1048576"/><sheetData/>'),
      /reaches down to row 1,048,576, more than 100,000/,
    );
    await refused(rawWorkbook('<dimension ref="A1:XFD9"/><sheetData/>'), /has 16,384 columns, more than 500/);
  });

  test('nor one that has them without saying so', async () => {
    await refused(await sheetBytes([[1], [2], [3]]), /row 3, more than 2/, { rows: 2 });
    await refused(
      rawWorkbook('<sheetData><row r="1"/><row r="2"/><row r="3"/></sheetData>'),
      /more than 2 rows/,
      { rows: 2 },
    );
    await refused(
      rawWorkbook('<sheetData><row r="900000"><c r="A900000"><v>1</v></c></row></sheetData>'),
      /row 900,000/,
    );
    await refused(
      rawWorkbook('<sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData>'),
      /16,384 columns/,
    );
  });

  test.each([
    [
      'a merge',
      rawWorkbook(
        '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
      ),
    ],
    [
      'a validation',
      rawWorkbook(
        '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><dataValidations count="1"><dataValidation type="whole" sqref="A1:XFD1048576"><formula1>1</formula1></dataValidation></dataValidations>',
      ),
    ],
    [
      'a name',
      rawWorkbook(
        '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>',
        '<definedNames><definedName name="All">Raw!$A$1:$XFD$1048576</definedName></definedNames>',
      ),
    ],
  ])('%s over the whole sheet costs nothing', async (_, bytes) => {
    expect(await cellsOf(bytes)).toEqual([[1]]);
  });

  test('what needs too much memory ends in its thread alone', async () => {
    const row = `<row>${'<c><v>0.1</v></c>'.repeat(20)}</row>`;
    const bytes = rawWorkbook(`<sheetData>${row.repeat(90_000)}</sheetData>`);
    await expect(readSheets(bytes, { memoryMb: 24 })).rejects.toThrow(/too much to be read in one go/);
  });

  test('and what takes too long', async () => {
    await expect(readSheets(await sheetBytes([['a']]), { timeMs: 1 })).rejects.toThrow(/takes too long/);
  });

  test.each([
    ['an archive of something else', zipSync({ 'a.txt': strToU8('a') }), /not an Excel workbook/],
    ['a cut-off archive', zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }).slice(0, 40), /damaged/],
    ['broken XML', rawWorkbook('<sheetData><row r="1"><c'), /damaged/],
    ['an old .xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /save it as .xlsx/],
  ])('%s', async (_, bytes, message) => {
    await refused(bytes, message);
    await expect(sheetsOf(bytes)).rejects.toBeInstanceOf(UnreadableSheet);
  });

  test('a file larger than allowed is not looked into', async () => {
    await expect(readSheets(new Uint8Array(2 * 1024 * 1024), { bytes: 1024 * 1024 })).rejects.toThrow(
      /larger than 1 MB/,
    );
  });
});

/** The archive with the bytes of one stored part replaced by deflated ones; its promised size stays what it was. */
function withCompressedPart(archive: Uint8Array, name: string, compressed: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive);
  const start = bytes.indexOf(name) - 30;
  const data = start + 30 + name.length;
  const size = bytes.readUInt32LE(start + 18);
  const out = Buffer.concat([bytes.subarray(0, data), compressed, bytes.subarray(data + size)]);
  const central = out.indexOf(name, data + compressed.length) - 46;
  for (const at of [start + 8, central + 10]) out.writeUInt16LE(8, at);
  for (const at of [start + 18, central + 20]) out.writeUInt32LE(compressed.length, at);
  const end = out.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  out.writeUInt32LE(out.readUInt32LE(end + 16) + compressed.length - size, end + 16);
  return out;
}
