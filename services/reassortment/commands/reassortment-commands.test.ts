import { expect, test } from 'vitest';
import type { ReassortmentEvent } from '#contracts/events/index.ts';
import { asRecorded } from '#contracts/events/testing/as-recorded.ts';
import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import {
  NO_REASSORTMENT,
  reassortmentFold,
  versionOfTemplate,
  withOwnBins,
  type Reassortment,
  type Store,
} from '#contracts/reassortment/reassortment.ts';
import { givenFrom } from '#services/platform/testing/given.ts';
import { clearBins, clearResults } from './clear-template.ts';
import { editIdeal } from './edit-ideal.ts';
import { loadIdeal, type LoadIdeal } from './load-ideal.ts';
import { lockStones } from './lock-stones.ts';
import { mendStock } from './mend-stock.ts';
import { clearColumnMaps, setColumnMaps } from './set-column-maps.ts';
import { setStores } from './set-stores.ts';
import { setValueMaps } from './set-value-maps.ts';
import { uploadStock, type UploadStock } from './upload-stock.ts';

const AT = '2026-04-11T16:00:00.000Z';
const given = givenFrom<Reassortment, ReassortmentEvent>(NO_REASSORTMENT, (state, event, index) =>
  reassortmentFold.evolve(state, asRecorded(event, index)),
);

const stores = [
  { storeId: '1', storeName: 'Main Street' },
  { storeId: '2', storeName: 'Harbour' },
];
const storesSet: ReassortmentEvent = { type: 'StoresSet', data: { stores, effectiveAt: AT } };
const bin = (more: Partial<IdealBin> = {}): IdealBin => ({
  storeId: '1',
  spec: { shape: ['RD'] },
  minQty: 1,
  targetQty: 2,
  maxQty: 3,
  targetCents: null,
  ...more,
});
const ideal = (templateId: string, more: Partial<LoadIdeal> = {}): LoadIdeal => ({
  customerId: 7,
  templateId,
  idealInventoryName: 'Ideal 2026',
  templateString: '{shape} | {weight}',
  fileHash: 'a'.repeat(64),
  binsHash: 'b'.repeat(64),
  bins: [bin()],
  ...more,
});
const loaded = (templateId: string): ReassortmentEvent => {
  const { customerId: _, bins, ...data } = ideal(templateId);
  return { type: 'IdealLoaded', data: { ...data, binCount: bins.length, effectiveAt: AT } };
};
const planMade = (templateId: string, planId: string): ReassortmentEvent => ({
  type: 'PlanMade',
  data: {
    templateId,
    planId,
    position: '12',
    binsHash: 'b'.repeat(64),
    stockHash: 'c'.repeat(64),
    locked: [],
    planHash: 'd'.repeat(64),
    effectiveAt: AT,
  },
});

test('stores are set whole, and only where they differ', () => {
  given().when(setStores, { stores }, AT).then([storesSet]);
  given(storesSet).when(setStores, { stores }, AT).then([]);
  given()
    .when(setStores, { stores: [...stores, { storeId: '2', storeName: 'Mall' }] }, AT)
    .thenRefused({ status: 422, field: '2.storeId' });
  // A file names stores by their ids too, without case.
  given()
    .when(
      setStores,
      {
        stores: [
          { storeId: 'a1', storeName: 'North' },
          { storeId: 'A1', storeName: 'South' },
        ],
      },
      AT,
    )
    .thenRefused({ status: 422, field: '1.storeId' });
  given()
    .when(setStores, { stores: [...stores, { storeId: '3', storeName: 'HARBOUR' }] }, AT)
    .thenRefused({ status: 422, field: '2.storeName' });
});

test('a head or value is mapped once, whatever its case and outer spaces, to what is on the list', () => {
  const maps = [{ columnHeader: 'Wgt.', customerStoneProperty: 'weight' as const }];
  const set: ReassortmentEvent = { type: 'ColumnMapsSet', data: { columnMaps: maps, effectiveAt: AT } };
  given().when(setColumnMaps, { columnMaps: maps }, AT).then([set]);
  given()
    .when(setColumnMaps, { columnMaps: [...maps, { ...maps[0]!, columnHeader: ' WGT.' }] }, AT)
    .thenRefused({ status: 422, field: '1.columnHeader' });
  given(set)
    .when(clearColumnMaps, {}, AT)
    .then([{ type: 'ColumnMapsCleared', data: { effectiveAt: AT } }]);
  given().when(clearColumnMaps, {}, AT).then([]);

  const value = { customerStoneProperty: 'shape' as const, inputValue: 'Brilliant', outputValue: 'RD' };
  given()
    .when(setValueMaps, { valueMaps: [value, { ...value, inputValue: 'brilliant ' }] }, AT)
    .thenRefused({ status: 422, field: '1.inputValue' });
  given()
    .when(setValueMaps, { valueMaps: [{ ...value, outputValue: 'Round' }] }, AT)
    .thenRefused({ status: 422, field: '0.outputValue', message: 'use one of RD' });
});

test('given several faults of a list, when it is set, then all are named, the first in the message', () => {
  const fields = (...names: string[]) => names.map((field) => expect.objectContaining({ field }) as object);
  const [one, two] = stores as [Store, Store];
  given()
    .when(setStores, { stores: [one, two, one, { ...two, storeId: '3' }] }, AT)
    .thenRefused({
      status: 422,
      field: '2.storeId',
      errors: fields('2.storeId', '2.storeName', '3.storeName'),
    });

  const head = { columnHeader: 'Wgt.', customerStoneProperty: 'weight' as const };
  given()
    .when(setColumnMaps, { columnMaps: [head, head, head] }, AT)
    .thenRefused({
      status: 422,
      field: '1.columnHeader',
      errors: fields('1.columnHeader', '2.columnHeader'),
    });

  const value = { customerStoneProperty: 'shape' as const, inputValue: 'Brilliant', outputValue: 'RD' };
  const valueMaps = [
    value,
    value,
    { ...value, inputValue: 'RBC', outputValue: 'Round' },
    { ...value, inputValue: 'x', outputValue: 'y' },
  ];
  given()
    .when(setValueMaps, { valueMaps }, AT)
    .thenRefused({
      status: 422,
      code: 'TWICE',
      field: '1.inputValue',
      errors: fields('1.inputValue', '2.outputValue', '3.outputValue'),
    });
});

test('of two who set or clear one list the second is refused, and a change of another list is none of it', () => {
  const before = given(storesSet);
  const { version } = before.state.changes.stores;
  const maps = [{ columnHeader: 'Wgt.', customerStoneProperty: 'weight' as const }];
  const mapped: ReassortmentEvent = { type: 'ColumnMapsSet', data: { columnMaps: maps, effectiveAt: AT } };
  const one = { stores: stores.slice(0, 1), expectedVersion: version };
  const changed: ReassortmentEvent = { type: 'StoresSet', data: { stores: [], effectiveAt: AT } };
  given(storesSet, mapped)
    .when(setStores, one, AT)
    .then([{ type: 'StoresSet', data: { stores: one.stores, effectiveAt: AT } }]);
  const refused = { status: 409, code: 'CHANGED_MEANWHILE' };
  given(storesSet, changed).when(setStores, one, AT).thenRefused(refused);
  given(storesSet, mapped)
    .when(setColumnMaps, { columnMaps: [], expectedVersion: '0' }, AT)
    .thenRefused(refused);
  given(storesSet, mapped).when(clearColumnMaps, { expectedVersion: '0' }, AT).thenRefused(refused);
  given(storesSet, mapped).when(setValueMaps, { valueMaps: [], expectedVersion: '0' }, AT).then([]);
});

test('an ideal of the same nickname makes the former one inactive', () => {
  given(storesSet)
    .when(loadIdeal, ideal('T-1'), AT)
    .then([loaded('T-1')]);
  const { templates } = given(storesSet, loaded('T-1'), loaded('T-2')).state;
  expect(templates.map(({ templateId, active }) => [templateId, active])).toEqual([
    ['T-1', false],
    ['T-2', true],
  ]);
});

test.each([
  ['a store that the customer does not have', { bins: [bin({ storeId: '9' })] }, 'bins.0.storeId'],
  ['the same bin twice', { bins: [bin(), bin()] }, 'bins.1'],
  ['a minimum above the target', { bins: [bin({ minQty: 3 })] }, 'bins.0.minQty'],
  ['a maximum below the target', { bins: [bin({ maxQty: 1 })] }, 'bins.0.maxQty'],
  ['an attribute that it does not name', { bins: [bin({ spec: { lab: ['GIA'] } })] }, 'bins.0.spec.lab'],
  ['no bin', { bins: [] }, 'bins'],
  [
    'several stores of the house',
    { customerId: 1, bins: [bin({ storeId: '1' }), bin({ storeId: '2' })] },
    'excelBody',
  ],
  ['a template without attributes', { templateString: 'rounds' }, 'templateString'],
])('an ideal with %s is refused', (_, more, field) => {
  given(storesSet).when(loadIdeal, ideal('T-1', more), AT).thenRefused({ status: 422, field });
});

test('clearing results retires plans; clearing bins retires the template too, once', () => {
  const made = given(storesSet, loaded('T-1'), planMade('T-1', 'P-1'));
  made
    .when(clearResults, { templateId: 'T-1' }, AT)
    .then([{ type: 'ResultsCleared', data: { templateId: 'T-1', effectiveAt: AT } }]);
  given(storesSet, loaded('T-1')).when(clearResults, { templateId: 'T-1' }, AT).then([]);
  const cleared: ReassortmentEvent = { type: 'BinsCleared', data: { templateId: 'T-1', effectiveAt: AT } };
  made.when(clearBins, { templateId: 'T-1' }, AT).then([cleared]);
  // Given a page that shows it as it was before the plan, nothing that its reader has not seen is retired.
  const [shown, now] = [given(storesSet, loaded('T-1')), made].map(({ state }) =>
    versionOfTemplate(state.templates[0]!),
  );
  const refused = (first: string) => ({
    status: 409,
    code: 'CHANGED_MEANWHILE',
    message: `${first} this ideal inventory since you opened it. Nothing of it was cleared.`,
  });
  for (const clear of [clearBins, clearResults]) {
    made.when(clear, { templateId: 'T-1', seen: shown }, AT).thenRefused(refused('tester has planned with'));
    made
      .when(clear, { templateId: 'T-1', seen: 'other P-1' }, AT)
      .thenRefused(refused('Somebody has changed'));
  }
  // Nor by one who has edited its bins since: of what is read after one's own edit, the plan is still unseen.
  made
    .when(clearBins, { templateId: 'T-1', seen: withOwnBins(shown!, now!) }, AT)
    .thenRefused(refused('tester has planned with'));
  made.when(clearBins, { templateId: 'T-1', seen: now }, AT).then([cleared]);
  const after = given(storesSet, loaded('T-1'), planMade('T-1', 'P-1'), cleared);
  expect(after.state.templates).toMatchObject([
    { active: false, cleared: true, plans: [{ planId: 'P-1', retired: true }] },
  ]);
  after.when(clearBins, { templateId: 'T-1' }, AT).thenRefused({ status: 422, code: 'UNKNOWN_TEMPLATE' });
});

test('stock belongs to an ideal and to stores that there are, and the house uploads none', () => {
  const stone = {
    row: 2,
    customerStoneId: 'J-1',
    storeId: '2',
    stone: { shape: 'RD', weight: 310 },
    priceCents: null,
    retailPriceCents: null,
    status: null,
    soldDate: null,
    quantity: 1,
  };
  const stock: UploadStock = {
    customerId: 7,
    templateId: 'T-1',
    stockId: 'S-1',
    fileHash: 'e'.repeat(64),
    stockHash: 'f'.repeat(64),
    stock: { stones: [stone], unreadable: [] },
  };
  const { fileHash, stockHash } = stock;
  const before = given(storesSet, loaded('T-1'));
  before.when(uploadStock, stock, AT).then([
    {
      type: 'StockUploaded',
      data: {
        templateId: 'T-1',
        stockId: 'S-1',
        fileHash,
        stockHash,
        rowCount: 1,
        unreadableCount: 0,
        effectiveAt: AT,
      },
    },
  ]);
  before
    .when(uploadStock, { ...stock, templateId: 'T-2' }, AT)
    .thenRefused({ status: 422, code: 'UNKNOWN_TEMPLATE' });
  before.when(uploadStock, { ...stock, customerId: 1 }, AT).thenRefused({ status: 422, code: 'HOUSE_STOCK' });
  const tooMany = [2, 60_000, 40_000, 1].map((quantity, place) => ({
    ...stone,
    row: [2, 7, 9, 11][place]!,
    quantity,
  }));
  before.when(uploadStock, { ...stock, stock: { stones: tooMany, unreadable: [] } }, AT).thenRefused({
    status: 422,
    code: 'TOO_MANY',
    message:
      'The file has 100,003 pieces: at most 100,000 can be planned. The largest rows: row 7 (60,000), row 9 (40,000), row 2 (2).',
  });
  const stray = { stones: [{ ...stone, storeId: '9' }], unreadable: [] };
  before
    .when(uploadStock, { ...stock, stock: stray }, AT)
    .thenRefused({ status: 422, code: 'UNKNOWN_STORE' });
});

test('bins are changed as they were read, and only where they differ', () => {
  const before = given(storesSet, loaded('T-1'));
  const formerHash = 'b'.repeat(64);
  const edited = { binsHash: 'c'.repeat(64), binCount: 1, changedBins: 1, pieces: 3 };
  const edit = { templateId: 'T-1', formerHash, ...edited };
  before
    .when(editIdeal, edit, AT)
    .then([{ type: 'IdealEdited', data: { templateId: 'T-1', ...edited, effectiveAt: AT } }]);
  before.when(editIdeal, { ...edit, binsHash: edit.formerHash }, AT).then([]);
  before
    .when(editIdeal, { ...edit, formerHash: 'd'.repeat(64) }, AT)
    .thenRefused({ status: 409, code: 'CHANGED_MEANWHILE' });
  before
    .when(editIdeal, { ...edit, isChangedSinceSeen: true }, AT)
    .thenRefused({ status: 409, code: 'CHANGED_MEANWHILE' });
});

test('stones of the stock are locked and freed; those already in that state are not recorded', () => {
  const known = new Set(['J-1', 'J-2']);
  const lock = { templateId: 'T-1', customerStoneIds: ['J-2', 'J-1'], locked: true, known };
  const locked: ReassortmentEvent = {
    type: 'StonesLocked',
    data: { templateId: 'T-1', customerStoneIds: ['J-2', 'J-1'], locked: true, effectiveAt: AT },
  };
  given(storesSet, loaded('T-1')).when(lockStones, lock, AT).then([locked]);
  const after = given(storesSet, loaded('T-1'), locked);
  expect(after.state.templates[0]?.locked).toEqual(['J-1', 'J-2']);
  after.when(lockStones, lock, AT).then([]);
  after
    .when(lockStones, { ...lock, customerStoneIds: ['J-2'], locked: false }, AT)
    .then([{ type: 'StonesLocked', data: { ...locked.data, customerStoneIds: ['J-2'], locked: false } }]);
  after
    .when(lockStones, { ...lock, customerStoneIds: ['J-1', 'J-3'] }, AT)
    .thenRefused({ status: 422, field: 'customerStoneIds.1' });
});

test('a stock with mended rows is as old as its file, of which it is', () => {
  const stockAt = (stockId: string, fileHash: string, effectiveAt: string): ReassortmentEvent => ({
    type: 'StockUploaded',
    data: {
      templateId: 'T-1',
      stockId,
      fileHash: fileHash.repeat(64),
      stockHash: 'f'.repeat(64),
      rowCount: 1,
      unreadableCount: 0,
      effectiveAt,
    },
  });
  const later = '2026-04-12T16:00:00.000Z';
  const stockAfter = (...events: ReassortmentEvent[]) =>
    [storesSet, loaded('T-1'), ...events].reduce<Reassortment>(
      (state, event, index) => reassortmentFold.evolve(state, asRecorded(event, index)),
      NO_REASSORTMENT,
    ).templates[0]?.stock;
  const first = stockAt('S-1', 'e', AT);
  expect(stockAfter(first, stockAt('S-2', 'e', later))).toMatchObject({ at: later, fileAt: AT });
  expect(stockAfter(first, stockAt('S-2', 'd', later))).toMatchObject({ at: later, fileAt: later });
});

test('the same stock again is not recorded; mended rows are of the same file, and of no other stock', () => {
  const uploaded: ReassortmentEvent = {
    type: 'StockUploaded',
    data: {
      templateId: 'T-1',
      stockId: 'S-1',
      fileHash: 'e'.repeat(64),
      stockHash: 'f'.repeat(64),
      rowCount: 1,
      unreadableCount: 1,
      effectiveAt: AT,
    },
  };
  const before = given(storesSet, loaded('T-1'), uploaded);
  const stock = { stones: [], unreadable: [] };
  const again = { customerId: 7, templateId: 'T-1', stockId: 'S-2', stockHash: 'f'.repeat(64), stock };
  before.when(uploadStock, { ...again, fileHash: 'e'.repeat(64) }, AT).then([]);
  const mended = { ...again, stockHash: '0'.repeat(64), formerHash: 'f'.repeat(64), unknown: [] };
  before.when(mendStock, mended, AT).then([
    {
      type: 'StockUploaded',
      data: {
        templateId: 'T-1',
        stockId: 'S-2',
        fileHash: 'e'.repeat(64),
        stockHash: '0'.repeat(64),
        rowCount: 0,
        unreadableCount: 0,
        effectiveAt: AT,
      },
    },
  ]);
  before.when(mendStock, { ...mended, unknown: [4] }, AT).thenRefused({ status: 422, code: 'UNKNOWN_ROW' });
  before
    .when(mendStock, { ...mended, formerHash: 'a'.repeat(64) }, AT)
    .thenRefused({ status: 422, code: 'CHANGED_MEANWHILE' });
  before
    .when(mendStock, { ...mended, seenFileHash: 'a'.repeat(64) }, AT)
    .thenRefused({ status: 422, code: 'CHANGED_MEANWHILE' });
});
