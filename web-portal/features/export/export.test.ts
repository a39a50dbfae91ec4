import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { madeStones } from '../../testing/made-stones.ts';
import { columnsOf } from '../stones/columns/stone-columns.tsx';
import { rowOfDesired } from '../../lists/desire-row.ts';
import { rowOfPiece, type ListRow } from '../../lists/list-row.ts';
import type { ListKind } from '../../lists/list-kinds.ts';
import { sheetOf } from './export-rows.ts';
import { writeWorkbook } from './write-workbook.ts';

const V360 = 'https://v360.example/?d=';

type Wanted = { kind?: ListKind; line?: Line; showPrices?: ShowPrices; lgAllowed?: boolean };

async function exported(rows: readonly ListRow[], wanted: Wanted = {}): Promise<ExcelJS.Worksheet> {
  const { kind = 'available', line = 'natural', showPrices = 'WHOLESALE', lgAllowed = false } = wanted;
  const columns = columnsOf({
    kind,
    line,
    showPrices,
    lgAllowed,
    attributes: PROGRAM_LISTS,
    today: '2026-11-20',
    v360BaseUrl: V360,
  });
  const pieces = await writeWorkbook(sheetOf(line, columns, rows));
  const file = Buffer.concat(pieces);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
  return workbook.worksheets[0]!;
}
const headings = (sheet: ExcelJS.Worksheet): string[] =>
  (sheet.getRow(1).values as string[]).filter((value) => value !== undefined);
const cell = (sheet: ExcelJS.Worksheet, heading: string, row = 2): ExcelJS.Cell =>
  sheet.getRow(row).getCell(headings(sheet).indexOf(heading) + 1);

const stones = madeStones(30);
const gia = stones.find(({ lab, tier }) => lab === 'GIA' && tier)!;
const fm = stones.find(({ lab }) => lab === 'FM')!;

describe('Excel export (product: Spreadsheet export)', () => {
  let sheet: ExcelJS.Worksheet;
  beforeAll(async () => {
    sheet = await exported([gia, fm]);
  });

  it('has the columns in their order', () =>
    expect(headings(sheet)).toEqual([
      'Parcel Name',
      'Lab',
      'Cert Number',
      'Weight',
      'Shape',
      'Colour',
      'Clarity',
      'Fluor',
      'Cut',
      'Polish',
      'Symmetry',
      'Table %',
      'Depth %',
      'Measurements',
      'Ratio',
      'Tier',
      'RAP',
      'RAP %',
      'Price',
      'Status',
      'V360',
    ]));
  it('has the values: figures as figures', () => {
    expect(cell(sheet, 'Parcel Name').value).toBe(gia.parcelName);
    expect(cell(sheet, 'Weight').value).toBe(gia.weight);
    expect(cell(sheet, 'Price').value).toBe(gia.total);
    expect(cell(sheet, 'RAP').value).toBe(gia.displayRap);
    expect(cell(sheet, 'Ratio').value).toBe(Number((gia.length! / gia.width!).toFixed(2)));
    expect(cell(sheet, 'Price').numFmt).toBe('#,##0.00');
    expect(cell(sheet, 'Status').value).toBe('Available');
  });
  it('links the certificate numbers of GIA labs to the report check, others not', () => {
    expect(cell(sheet, 'Cert Number').hyperlink).toBe(
      `https://www.gia.edu/report-check?reportno=${gia.certNo}`,
    );
    expect(cell(sheet, 'Cert Number').text).toBe(gia.certNo);
    expect(cell(sheet, 'Cert Number', 3).hyperlink).toBeUndefined();
    expect(cell(sheet, 'Cert Number', 3).value).toBe(fm.certNo);
  });
  it('links V360 where there is a film, and nowhere else', async () => {
    const film = 'https://video.example/v360/1';
    const found = await exported([
      { ...gia, photoUrl: film },
      { ...gia, photoUrl: 'https://video.example/1.jpg' },
      { ...gia, photoUrl: undefined },
      { ...gia, photoUrl: '1234' },
    ]);
    expect([2, 3, 4, 5].map((row) => cell(found, 'V360', row).hyperlink)).toEqual([
      film,
      undefined,
      undefined,
      V360 + gia.certNo,
    ]);
    expect(cell(found, 'V360', 3).value).toBeNull();
  });
  it('has what a request for similar stones asks for as it is printed: a range of weights', async () => {
    const nothing = {
      shape: [],
      colour: [],
      clarity: [],
      fluorescence: [],
      cut: [],
      polish: [],
      symmetry: [],
    };
    const similar = rowOfDesired({ ...nothing, weight: { minimum: 0.9, maximum: 1.1 } });
    const found = await exported([similar, gia]);
    expect([2, 3].map((row) => cell(found, 'Weight', row).value)).toEqual(['0.90–1.10', gia.weight]);
  });
  it('has the widths, and the first row frozen', () => {
    expect(sheet.getColumn(1).width).toBe(16);
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  });
  it.each([
    ['natural', 'Vitrine Inventory'],
    ['jewellery', 'Vitrine Jewellery Inventory'],
    ['labGrown', 'Vitrine Lab Grown Inventory'],
    ['fancyColour', 'Vitrine Fancy Colour Inventory'],
  ] as const)('the sheet of %s is %s', async (line, name) =>
    expect((await exported([], { line })).name).toBe(name),
  );
  it('RAP and RAP % are natural only', async () => {
    const found = headings(await exported([gia], { line: 'labGrown' }));
    expect(found).not.toContain('RAP');
    expect(found).not.toContain('RAP %');
  });
  it('RETAIL has no RAP; NONE has no price at all', async () => {
    expect(headings(await exported([gia], { showPrices: 'RETAIL' }))).not.toContain('RAP');
    const none = await exported([gia], { showPrices: 'NONE' });
    for (const priced of ['RAP', 'RAP %', 'Price']) expect(headings(none)).not.toContain(priced);
    expect(JSON.stringify(none.getRow(2).values)).not.toContain(String(gia.total));
  });
  it('Past has the Last Action too, lab-grown customers the Diamond Type', async () => {
    expect(headings(await exported([gia], { kind: 'past' }))).toContain('Last Action');
    expect(headings(await exported([gia], { lgAllowed: true }))).toContain('Diamond Type');
  });
  it('text that begins like a formula stays text (rule: No formulas from text)', async () => {
    const evil = await exported([{ ...gia, parcelName: '=1+1', tier: '+cmd' }]);
    expect(cell(evil, 'Parcel Name').value).toBe('=1+1');
    expect(cell(evil, 'Parcel Name').formula).toBeUndefined();
    expect(cell(evil, 'Parcel Name').numFmt).toBe('@');
    expect(cell(evil, 'Tier').value).toBe('+cmd');
  });
  it('markup and control characters do no harm', async () => {
    const odd = await exported([{ ...gia, parcelName: 'A<b>&"\u0001\u000b\ufffe\uffffé' }]);
    expect(cell(odd, 'Parcel Name').value).toBe('A<b>&"é');
  });
  it('what looks like an escape is written as one that stands for itself', async () => {
    const odd = await exported([{ ...gia, parcelName: 'A_x0041_B' }]);
    expect(cell(odd, 'Parcel Name').value).toBe('A_x005F_x0041_B');
  });
  it('pieces have their model', async () => {
    const piece = rowOfPiece({
      parcelName: 'AL-1',
      model: 'BT1',
      modelDescription: 'Tennis bracelet',
      weight: 1.2,
      total: 100,
      status: 'AVAILABLE',
      inCart: false,
      tentativeAvailability: false,
      lastUpdated: '2026-01-01',
    });
    const found = await exported([{ ...piece, photoUrl: 'https://video.example/v360/2' }], {
      line: 'jewellery',
    });
    expect(headings(found)).toEqual([
      'Parcel Name',
      'Lab',
      'Cert Number',
      'Weight',
      'Price',
      'Status',
      'V360',
      'Model',
      'Description',
      'Type',
      'Sub-type',
      'Finish',
    ]);
    expect(cell(found, 'V360').hyperlink).toBe('https://video.example/v360/2');
    expect(cell(found, 'Model').value).toBe('BT1');
    expect(cell(found, 'Price').value).toBe(100);
  });
  it('says how far it is', async () => {
    const heard: number[] = [];
    const columns = columnsOf({
      kind: 'available',
      line: 'natural',
      showPrices: 'WHOLESALE',
      lgAllowed: false,
      attributes: PROGRAM_LISTS,
      today: '2026-11-20',
      v360BaseUrl: V360,
    });
    await writeWorkbook(sheetOf('natural', columns, madeStones(1000)), (done) => heard.push(done));
    expect(heard).toEqual([0, 0.4, 0.8]);
  });
});
