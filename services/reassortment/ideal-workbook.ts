import type { BinReply } from '#contracts/api/reassortment.ts';
import {
  addSheet,
  FORMATS,
  headings,
  newWorkbook,
  number,
  text,
  workbookBytes,
} from '#services/platform/workbooks/sheet-kit.ts';

const WORDS = [
  ['Store', 19],
  ['Bin', 40],
] as const;
const FIRST_YEAR = 2019;

type Figure = { name: string; format: string; of: (bin: BinReply) => number | null | undefined };

const COUNT = '#,##0';
const FIGURES: readonly Figure[] = [
  { name: 'Minimum', format: COUNT, of: ({ minQty }) => minQty },
  { name: 'Target', format: COUNT, of: ({ targetQty }) => targetQty },
  { name: 'Maximum', format: COUNT, of: ({ maxQty }) => maxQty },
  { name: 'Target value', format: FORMATS.money, of: ({ targetValue }) => targetValue },
  { name: 'Current pieces', format: COUNT, of: ({ current }) => current.quantity },
  { name: 'Current weight', format: FORMATS.carats, of: ({ current }) => current.weight },
  { name: 'Current value', format: FORMATS.money, of: ({ current }) => current.value },
];

/** What of it is held from the house; the house's own bins have none. */
const DEPLOYED: readonly Figure[] = [
  { name: 'Deployed pieces', format: COUNT, of: ({ deployed }) => deployed?.quantity },
  { name: 'Deployed weight', format: FORMATS.carats, of: ({ deployed }) => deployed?.weight },
  { name: 'Deployed value', format: FORMATS.money, of: ({ deployed }) => deployed?.value },
];

/** What came and went in a year; blank where a bin has no history of it. */
function figuresOf(year: number): Figure[] {
  const within = ({ history }: BinReply) =>
    history.find(({ dateRange }) => dateRange.minimum.startsWith(`${year}-`));
  return [
    { name: `${year} average`, format: '0.00', of: (bin) => within(bin)?.qtyAverage },
    { name: `${year} new`, format: COUNT, of: (bin) => within(bin)?.qtyNew },
    { name: `${year} sold`, format: COUNT, of: (bin) => within(bin)?.qtySold },
    { name: `${year} returned`, format: COUNT, of: (bin) => within(bin)?.qtyReturned },
  ];
}

/**
 * An ideal inventory as a workbook, a line a bin, with what lies in each and its history from 2019 to the current year
 * (product: Reassortment exports).
 * @param today the house's day
 */
export async function idealWorkbook(
  title: string,
  bins: readonly BinReply[],
  today: string,
): Promise<Buffer> {
  const workbook = await newWorkbook(title, `${today}T00:00:00.000Z`);
  const years = Array.from(
    { length: Number(today.slice(0, 4)) - FIRST_YEAR + 1 },
    (_, index) => FIRST_YEAR + index,
  );
  const figures = [
    ...FIGURES,
    ...(bins.some(({ deployed }) => deployed) ? DEPLOYED : []),
    ...years.flatMap(figuresOf),
  ];
  const sheet = addSheet(workbook, 'Ideal Inventory', {
    widths: [...WORDS.map(([, width]) => width), ...figures.map(() => 11)],
    frozen: 1,
    landscape: true,
  });
  headings(sheet, 1, [...WORDS.map(([name]) => name), ...figures.map(({ name }) => name)], WORDS.length);
  for (const [index, bin] of bins.entries()) {
    const row = index + 2;
    text(sheet.getCell(row, 1), bin.storeName);
    text(sheet.getCell(row, 2), bin.binSpec);
    for (const [place, { format, of }] of figures.entries()) {
      const value = of(bin);
      if (typeof value === 'number') number(sheet.getCell(row, WORDS.length + 1 + place), value, format);
    }
  }
  return workbookBytes(workbook);
}
