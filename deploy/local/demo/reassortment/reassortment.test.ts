import { expect, test } from 'vitest';
import { random } from '#services/platform/random.ts';
import { readSheets } from '#services/platform/workbooks/index.ts';
import { attributesOfTemplate, readIdeal, readStock } from '#services/reassortment/index.ts';
import { idealSheets } from './ideal-sheets.ts';
import { COLUMN_MAPS, stockSheet, VALUE_MAPS } from './stock-sheet.ts';
import { workbookOf } from './workbook.ts';

const NAMES = ['Main Street', 'Harbor Place', 'Arundel Mall'];
const stores = NAMES.map((storeName, index) => ({ storeId: String(index + 1), storeName }));

test('the demo’s crosstab is read without a fault, every store of it', async () => {
  const file = await workbookOf(idealSheets(random(1), NAMES, 3));
  const read = readIdeal(await readSheets(file), stores);
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  expect(read.ideal.templateString).toBe('{shape} | {weight} | {colour} | {clarity}');
  expect(read.ideal.ignored).toEqual([]);
  expect(new Set(read.ideal.bins.map(({ storeId }) => storeId))).toEqual(new Set(['1', '2', '3']));
  expect(read.ideal.bins.length).toBeGreaterThan(60);
});

test('the demo’s stock is read by its maps but for two rows', async () => {
  const held = { attributes: { weight: 510, shapeCode: 'RD', colour: 'G', clarity: 'VS2', certNo: '22' } };
  const sheet = stockSheet(random(1), NAMES, {
    held: [{ ...held, priceCents: 123_450 }],
    own: 40,
    today: '2026-05-05',
  });
  const attributes = attributesOfTemplate('{shape} | {weight} | {colour} | {clarity}');
  const words = { columnMaps: COLUMN_MAPS, valueMaps: VALUE_MAPS, stores, attributes };
  const { stones, unreadable } = readStock(await readSheets(await workbookOf([sheet])), words);
  expect(stones).toHaveLength(41);
  expect(stones[0]).toMatchObject({ certNo: '22', priceCents: 123_450, stone: { shape: 'RD', weight: 510 } });
  expect(stones.some(({ soldDate }) => soldDate !== null)).toBe(true);
  expect(stones.some(({ quantity }) => quantity === 2)).toBe(true);
  expect(unreadable.flatMap(({ problems }) => problems.map(({ property }) => property))).toEqual([
    'colour',
    'storeName',
  ]);
});
