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
