import { describe, expect, test } from 'vitest';
import { isPartOf } from './parked-answers.ts';

const parcel = {
  parcelName: 'A1',
  line: 'natural',
  status: 'AVAILABLE',
  hidden: false,
  customers: [7],
} as const;
const stone = { stream: 'stone-A1', parcel: { ...parcel, customers: [...parcel.customers] } };

describe('a parked stone makes stale', () => {
  test('what names it, also when nothing else is known of it', () => {
    expect(isPartOf(stone, { parcels: ['A1'] })).toBe(true);
    expect(isPartOf({ stream: 'stone-A1' }, { parcels: ['A1'] })).toBe(true);
    expect(isPartOf(stone, { parcels: ['A2'] })).toBe(false);
  });
  test('the lists of its line that show it: Available of every caller, and those of a customer that has an entry of it', () => {
    expect(isPartOf(stone, { line: 'natural', available: true, customerId: 8 })).toBe(true);
    expect(isPartOf(stone, { line: 'natural', customerId: 7 })).toBe(true);
    expect(isPartOf(stone, { line: 'natural', customerId: 8 })).toBe(false);
    expect(isPartOf(stone, { line: 'labGrown', available: true, customerId: 7 })).toBe(false);
  });
  test('not Available when it is not shown there', () => {
    const held = { ...stone, parcel: { ...stone.parcel, status: 'CUSTOMER' as const } };
    expect(isPartOf(held, { line: 'natural', available: true, customerId: 8 })).toBe(false);
    const hidden = { ...stone, parcel: { ...stone.parcel, hidden: true } };
    expect(isPartOf(hidden, { line: 'natural', available: true })).toBe(false);
  });
  test("a customer's holding and limits, over all lines", () => {
    expect(isPartOf(stone, { customerId: 7 })).toBe(true);
    expect(isPartOf(stone, { customerId: 8 })).toBe(false);
    expect(isPartOf(stone, { customerId: null })).toBe(false);
  });
});

test.each([
  ['customer-7', { customerId: 7 }, true],
  ['customer-7', { customerId: 77, line: 'natural', available: true }, false],
  ['cart-7', { customerId: 7, line: 'natural' }, true],
  ['desire-d-1', { customerId: 7, desires: true }, true],
  ['desire-d-1', { customerId: 7 }, false],
  ['model-rs1', { line: 'jewellery' }, true],
  ['model-rs1', { line: 'natural', customerId: 7 }, false],
  ['vendor-1', { customerId: 7, line: 'natural', available: true }, false],
] as const)('%s in an answer made of %j: %s', (stream, content, part) => {
  expect(isPartOf({ stream }, content)).toBe(part);
});
