import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isEventType, modelKey, modelStream, parseEvent } from '#contracts/events/index.ts';
import { describeEvent } from './recorded-event.ts';

const GOLDEN = path.resolve('tests/golden-events');
const golden = readdirSync(GOLDEN)
  .filter((file) => /^[A-Za-z]+\.\d+\.json$/.test(file))
  .map((file) => {
    const [type = '', shape = ''] = file.split('.');
    return {
      type,
      shape: Number(shape),
      data: JSON.parse(readFileSync(path.join(GOLDEN, file), 'utf8')) as unknown,
    };
  })
  // The audit leaves out what the log records about itself.
  .filter(({ type }) => isEventType(type));

test.each(golden)(
  '$type is described in words and figures, without cents or ppm',
  ({ type, shape, data }) => {
    const { facts, names, parcelNames } = describeEvent('stone-A', parseEvent(type, data, shape));
    for (const [field, value] of Object.entries(facts)) {
      expect(['string', 'number', 'boolean', 'object']).toContain(typeof value);
      expect(field).not.toMatch(/(Cents|Ppm)$/);
    }
    expect([...names, ...parcelNames].every((name) => typeof name === 'string')).toBe(true);
  },
);

test('the stream names the parcel, customer or vendor', () => {
  const at = '2026-03-01T15:00:00.000Z';
  const closed = { type: 'DesireClosed', data: { customerId: 7, effectiveAt: at } } as const;
  expect(describeEvent('desire-D-1', closed)).toMatchObject({
    customerId: 7,
    names: ['D-1'],
    parcelNames: [],
  });
  const withdrawn = { type: 'StoneWithdrawn', data: { reason: 'sold elsewhere', effectiveAt: at } } as const;
  expect(describeEvent('stone-A-1', withdrawn)).toMatchObject({
    parcelNames: ['A-1'],
    reason: 'sold elsewhere',
  });
  const hidden = { type: 'ModelChanged', data: { changes: { hide: true }, effectiveAt: at } } as const;
  expect(describeEvent(modelStream(modelKey('Éclat  Ring')), hidden)).toMatchObject({
    names: ['éclat ring'],
  });
  const changed = {
    type: 'CustomerTermsChanged',
    data: { changes: { feeRatePpm: 12_500 }, effectiveAt: at },
  } as const;
  expect(describeEvent('customer-12', changed)).toMatchObject({ customerId: 12, facts: { feeRate: 1.25 } });
});

test('a void document has no amount, which is not zero', () => {
  const document = {
    instance: 'VITRINE',
    docType: 'MEMO',
    docNo: 'M',
    line: 1,
    version: 2,
    customerId: 7,
  } as const;
  const rest = { accountCode: 'x', amountCents: null, giaRoundDiscountPpm: 0, effectiveAt: '2026-03-01' };
  const described = describeEvent('stone-A', { type: 'DocumentReceived', data: { ...document, ...rest } });
  expect(described.facts).toMatchObject({ amount: null, version: 2 });
});

const AT = '2026-03-01T15:00:00.000Z';

test('a judgement of one stone says what it is, and is found by the stock number and the parcel', () => {
  const judgements = [
    { vendorStockId: '12358', status: 'REJECTED' as const, overrideTier: null, comments: 'milky' },
  ];
  const data = { vendorId: 3, dxPrefix: 'MC', judgements, effectiveAt: AT };
  expect(describeEvent('judgements-3', { type: 'StockJudged', data })).toMatchObject({
    vendorId: 3,
    names: ['12358', 'MC12358'],
    reason: 'milky',
    facts: { status: 'rejected', overrideTier: null },
  });
});

test('judgements of several stones say how many were accepted and rejected, and a tier that they share', () => {
  const of = (vendorStockId: string, status: 'ACCEPTED' | 'REJECTED', overrideTier?: 'Reserve') => ({
    vendorStockId,
    status,
    overrideTier,
  });
  const facts = (...judgements: ReturnType<typeof of>[]) =>
    describeEvent('judgements-3', { type: 'StockJudged', data: { vendorId: 3, judgements, effectiveAt: AT } })
      .facts;
  const [accepted, rejected] = [of('1', 'ACCEPTED', 'Reserve'), of('2', 'REJECTED', 'Reserve')];
  const counts = { stones: 2, accepted: 1, rejected: 1 };
  expect(facts(accepted, rejected)).toEqual({ ...counts, overrideTier: 'Reserve' });
  expect(facts(accepted, of('2', 'REJECTED'))).toEqual(counts);
});

test('a list that is set whole is shown in words, a long one by its number', () => {
  const stores = (count: number) =>
    Array.from({ length: count }, (_, number) => ({ storeId: `${number}`, storeName: `Store ${number}` }));
  const facts = (count: number) =>
    describeEvent('reassortment-7', { type: 'StoresSet', data: { stores: stores(count), effectiveAt: AT } })
      .facts;
  expect([facts(0), facts(2), facts(100)]).toEqual([
    { stores: 0 },
    { stores: 'Store 0, Store 1' },
    { stores: 100 },
  ]);
});

test('retail markups are shown row by row', () => {
  const bare = { minWeight: null, maxWeight: null, minValueCents: null, maxValueCents: null };
  const rows = [
    { ...bare, type: 'weight', minWeight: 300, maxWeight: 499, productTypes: ['LOOSE'], markupPpm: 500_000 },
    { ...bare, type: 'value', maxValueCents: 499_999, productTypes: ['MOUNTED'], markupPpm: 125_000 },
  ] as const;
  const markups = rows.map((row) => ({ ...row, productTypes: [...row.productTypes] }));
  const set = { type: 'RetailMarkupsSet', data: { rows: markups, effectiveAt: AT } } as const;
  expect(describeEvent('customer-7', set).facts).toEqual({
    markups: 'LOOSE 0.30 ct to 0.499 ct 50 %, MOUNTED to $4,999.99 12.5 %',
  });
});

test('a described stone is shown by its main attributes: its event does not tell which of the others have changed', () => {
  const attributes = { weight: 1010, clarity: 'VS1', cut: 'EX', photoUrl: 'https://example.com/1' };
  const stone = { type: 'StoneDescribed', data: { attributes, effectiveAt: AT } } as const;
  expect(describeEvent('stone-A', stone).facts).toEqual({ weight: 1.01, clarity: 'VS1' });
});

test('an edited ideal says how many bins changed and how many pieces it has now', () => {
  const data = { templateId: 'T-1', binsHash: 'c'.repeat(64), binCount: 9, effectiveAt: AT };
  const facts = (more: object) =>
    describeEvent('reassortment-7', { type: 'IdealEdited', data: { ...data, ...more } }).facts;
  expect(facts({ changedBins: 2, pieces: 40 })).toEqual({ bins: 9, changedBins: 2, pieces: 40 });
  expect(facts({})).toEqual({ bins: 9 });
});
