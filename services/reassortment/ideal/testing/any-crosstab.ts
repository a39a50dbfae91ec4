import type ExcelJS from 'exceljs';
import fc from 'fast-check';
import { BIN_ATTRIBUTES, type BinSpec, type IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { LIST_VALUES } from '#contracts/reassortment/list-values.ts';
import { FLUORESCENCES } from '#contracts/vocabulary/grades.ts';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';

/** A random ideal and a workbook that says it in crosstabs, in one of the many ways in which people write them. */
export type AnyCrosstab = {
  stores: { storeId: string; storeName: string }[];
  bins: IdealBin[];
  fill: (workbook: ExcelJS.Workbook) => void;
};

const STORES = [
  { storeId: 'S1', storeName: 'Main Street' },
  { storeId: 'S2', storeName: 'Harbour-Side' },
  { storeId: 'S3', storeName: 'Old Town Mall' },
];
const FANCIES = ['OV', 'CU', 'EM', 'MQ', 'PS', 'PR', 'HS', 'RAD'];
const IDEALS = ['XP', 'IDC', 'IDO', 'IDH'];
const DASHES = ['-', '–', '—', '‐', '−', ' - ', ' – ', '- '];

/** How the colours and clarities of a table stand in its heads. */
const HEADS = ['none', 'colour', 'clarity', 'one cell', 'above', 'beneath', 'both above'] as const;
const EXTRAS = ['shape', 'fluorescence', 'lab'] as const;

const anyTable = fc.record({
  heads: fc.constantFrom(...HEADS),
  /** Where the buckets of a list are cut. */
  colourCuts: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
  clarityCuts: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
  weightCount: fc.integer({ min: 1, max: 4 }),
  extras: fc.subarray([...EXTRAS]),
  extraRows: fc.integer({ min: 1, max: 3 }),
  merges: fc.boolean(),
  quantities: fc.array(fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }), { minLength: 5 }),
  /** Decide between spellings, one after the other. */
  choices: fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }),
});
type Table = typeof anyTable extends fc.Arbitrary<infer Value> ? Value : never;

export const anyCrosstab: fc.Arbitrary<AnyCrosstab> = fc
  .record({
    storeCount: fc.integer({ min: 1, max: 3 }),
    /** Tables of each sheet; a sheet is a store, or a shape when the customer has one store. */
    sheets: fc.array(fc.array(anyTable, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
    byShape: fc.boolean(),
    byId: fc.boolean(),
  })
  .map(({ storeCount, sheets, byShape, byId }) => {
    const stores = STORES.slice(0, storeCount);
    const isByShape = byShape && storeCount === 1;
    const shapes = [['RD'], IDEALS, FANCIES];
    const shapeNames = ['round', 'Ideal Fancies', 'FANCIES'];
    const written = sheets.slice(0, isByShape ? 3 : storeCount).map((tables, index) => {
      const store = stores[isByShape ? 0 : index]!;
      const name = isByShape
        ? shapeNames[index]!
        : byId
          ? store.storeId
          : ` ${store.storeName.toUpperCase()}`;
      const ofSheet: BinSpec = isByShape ? { shape: shapes[index] } : {};
      return { name, tables: tables.map((table, at) => writeTable(table, at, store.storeId, ofSheet)) };
    });
    return {
      stores,
      bins: written.flatMap(({ tables }) => tables.flatMap(({ bins }) => bins)),
      fill: (workbook) => {
        workbook.addWorksheet('Notes').addRow(['Made by hand']);
        for (const { name, tables } of written) fillSheet(workbook.addWorksheet(name), tables);
      },
    };
  });

type Written = {
  bins: IdealBin[];
  rows: (string | number | null)[][];
  merges: [number, number, number, number][];
};

function fillSheet(sheet: ExcelJS.Worksheet, tables: readonly Written[]): void {
  sheet.addRow(['Ideal inventory']);
  sheet.addRow([null, 'as agreed']);
  for (const { rows, merges } of tables) {
    const before = sheet.rowCount + 1;
    sheet.addRow([]);
    rows.forEach((cells, index) => {
      sheet.getRow(before + 1 + index).values = cells.map((cell) => cell ?? undefined);
    });
    for (const [top, left, bottom, right] of merges)
      sheet.mergeCells(before + 1 + top, left + 1, before + 1 + bottom, right + 1);
    sheet.getRow(before + rows.length + 1).values = [];
  }
}

function writeTable(table: Table, at: number, storeId: string, ofSheet: BinSpec): Written {
  let next = 0;
  const pick = <Value>(values: readonly Value[]): Value =>
    values[table.choices[next++ % table.choices.length]! % values.length]!;
  const dash = (): string => pick(DASHES);

  const colours = cut(LIST_VALUES.colour.slice(0, 10), table.colourCuts);
  const clarities = cut(LIST_VALUES.clarity, table.clarityCuts);
  const hasColour = !['none', 'clarity'].includes(table.heads);
  const hasClarity = !['none', 'colour'].includes(table.heads);
  const columns = (hasColour ? colours : [undefined]).flatMap((colour) =>
    (hasClarity ? clarities : [undefined]).map((clarity) => ({
      ...(colour && { colour }),
      ...(clarity && { clarity }),
    })),
  );
  const ranged = (values: readonly string[]): string =>
    values.length === 1
      ? pick([values[0]!, values[0]!.toLowerCase()])
      : pick([`${values[0]}${dash()}${values.at(-1)}`, values.join(','), values.join(' / ')]);
  const clarityText = (values: readonly string[]): string => {
    const [first, last] = [values[0]!, values.at(-1)!];
    if (first === 'FL' && values.length > 1) return pick([`${last}+`, `${last} +`]);
    const [letters, others] = [first, last].map((value) => value.replace(/\d$/, ''));
    if (values.length > 1 && letters === others)
      return pick([`${first}${dash()}${last.at(-1)}`, ranged(values)]);
    return ranged(values).replace(/^(VS|SI)(\d)$/, pick(['$1$2', '$1 $2']));
  };

  const extras = table.extras.filter((extra) => extra !== 'shape' || !ofSheet.shape);
  const left = extras.filter((_, index) => (table.choices[index]! & 1) === 0);
  const right = extras.filter((extra) => !left.includes(extra));
  const extraRows = extras.length === 0 ? 1 : table.extraRows;
  const weightColumn = left.length;
  const firstColumn = weightColumn + 1;
  const width = firstColumn + columns.length + right.length + 1;
  const blank = (): Written['rows'][number] => Array.from({ length: width }, () => null);
  const merges: Written['merges'] = [];

  const main = blank();
  main[weightColumn] = pick(['Weight Maps', 'WEIGHT  MAPS', 'weight maps ']);
  left.forEach((extra, index) => (main[index] = extra));
  right.forEach((extra, index) => (main[firstColumn + columns.length + index] = extra));
  main[width - 1] = pick(['Totals', 'TOTALS ']);
  const [upper, lower] = [blank(), blank()];
  columns.forEach(({ colour, clarity }, index) => {
    const place = firstColumn + index;
    const colourText = colour ? ranged(colour) : null;
    const clarityWords = clarity ? clarityText(clarity) : null;
    if (table.heads === 'one cell')
      main[place] = pick([
        `${colourText}\n${clarityWords}`,
        `${clarityWords} / ${colourText}`,
        `${colourText}, ${clarityWords}`,
      ]);
    else if (table.heads === 'none') main[place] = pick(['Pieces', null]);
    else if (colour && clarity) {
      if (index % clarities.length === 0) {
        upper[place] = colourText;
        if (table.merges && clarities.length > 1) merges.push([-1, place, -1, place + clarities.length - 1]);
      }
      lower[place] = clarityWords;
    } else main[place] = colourText ?? clarityWords;
  });
  const withMain = (line: typeof main): typeof main => line.map((cell, index) => cell ?? main[index] ?? null);
  const heads =
    table.heads === 'above'
      ? [upper, withMain(lower)]
      : table.heads === 'beneath'
        ? [withMain(upper), lower]
        : table.heads === 'both above'
          ? [upper, lower, main]
          : [main];
  // The upper heads are the first line of all three.
  for (const merge of merges) [merge[0], merge[2]] = [0, 0];

  const rows = [...heads];
  const bins: IdealBin[] = [];
  const lists = {
    shape: [['RD'], FANCIES, ['PS', 'PR']],
    fluorescence: [['N'], ['F', 'M'], ['VS']],
    lab: [['GIA'], ['AGS', 'AGSL'], ['FM']],
  };
  const words = (extra: (typeof EXTRAS)[number], values: readonly string[]): string => {
    if (values === FANCIES) return pick(['Fancy', 'fancies', 'FANCIES']);
    const described = (value: string): string =>
      SHAPES.find((row) => extra === 'shape' && row.shapeCode === value)?.description ??
      FLUORESCENCES.find((row) => extra === 'fluorescence' && row.fluorescence === value)?.description ??
      value;
    return pick([values.join(', '), values.map(described).join('/')]);
  };
  const weights = Array.from({ length: table.weightCount }, (_, index) => {
    const from = at * 5 + index;
    const isLast = at === 1 && index === table.weightCount - 1;
    return isLast
      ? { minimum: 5000, maximum: 9990, text: '5.00+' }
      : { minimum: from * 200 + 300, maximum: from * 200 + 490, text: '' };
  });
  let taken = 0;
  for (let group = 0; group < extraRows; group += 1) {
    const ofRow = extras.map((extra) => ({ extra, values: lists[extra][group]! }));
    weights.forEach(({ minimum, maximum, text }, index) => {
      const row = blank();
      const [from, to] = [minimum / 1000, maximum / 1000];
      // Written to the next tenth, or exactly; both are the same bucket.
      const until = pick([(to + 0.01).toFixed(1), (to + 0.01).toFixed(2), to.toFixed(2)]);
      row[weightColumn] = text === '' ? `${from.toFixed(2)}${dash()}${until}` : text;
      for (const { extra, values } of ofRow) {
        const column = left.includes(extra)
          ? left.indexOf(extra)
          : firstColumn + columns.length + right.indexOf(extra);
        if (index === 0) {
          row[column] = words(extra, values);
          if (table.merges && weights.length > 1)
            merges.push([rows.length, column, rows.length + weights.length - 1, column]);
        }
      }
      columns.forEach((buckets, place) => {
        // A column without heads is known by its numbers.
        const blankIs = table.heads === 'none' ? 0 : null;
        const quantity = table.quantities[taken++ % table.quantities.length] ?? blankIs;
        row[firstColumn + place] = quantity;
        if (quantity === null) return;
        const listed = Object.fromEntries(ofRow.map(({ extra, values }) => [extra, values]));
        const spec: BinSpec = { ...ofSheet, ...listed, weight: { minimum, maximum }, ...buckets };
        bins.push({
          storeId,
          spec: inOrder(spec),
          minQty: quantity,
          targetQty: quantity,
          maxQty: quantity,
          targetCents: null,
        });
      });
      row[width - 1] = 99;
      rows.push(row);
    });
  }
  const totals = blank();
  totals[weightColumn] = 'Totals';
  totals[width - 1] = 1234;
  return { bins, rows: [...rows, totals], merges };
}

/** A list cut into buckets of neighbours. */
function cut(list: readonly string[], cuts: readonly number[]): string[][] {
  const places = [0, ...cuts.filter((at) => at < list.length).toSorted((a, b) => a - b), list.length];
  return places.slice(1).map((to, index) => list.slice(places[index], to));
}

/** The attributes in their own order, so that two equal bins are written alike. */
export function inOrder(spec: BinSpec): BinSpec {
  return Object.fromEntries(
    BIN_ATTRIBUTES.flatMap((attribute) => (spec[attribute] ? [[attribute, spec[attribute]]] : [])),
  );
}
