import { expect, test } from 'vitest';
import type { VendorEvent } from '#contracts/events/index.ts';
import { asRecorded } from '#contracts/events/testing/as-recorded.ts';
import { AS_FOUND } from '#contracts/vendor/feed-mapping.ts';
import { newVendor, vendorFold, type VendorState } from '#contracts/vendor/vendor.ts';
import { givenFrom } from '#services/platform/testing/given.ts';
import { registerVendor } from '../register-vendor.ts';
import { mapVendorColumns } from './map-vendor-columns.ts';

const AT = '2026-03-01T15:00:00.000Z';
const given = givenFrom<VendorState, VendorEvent>(newVendor(3), (state, event, index) =>
  vendorFold.evolve(state, asRecorded(event, index)),
);
const registered = registerVendor(newVendor(3), { settings: { name: 'Kunming' } }, AT);
const columns = [
  { heading: 'Stock #', attribute: 'parcelName' },
  { heading: 'Weight', attribute: 'weight' },
  { heading: 'Shape', attribute: 'shapeCode' },
  { heading: 'Color', attribute: 'colour' },
  { heading: 'Clarity', attribute: 'clarity' },
  { heading: 'Price', attribute: 'vendorPrice' },
] as const;
const conventions = { ...AS_FOUND, decimalSign: 'COMMA' } as const;

test('a mapping is recorded whole, numbered by the server; the same again is not', () => {
  const vendor = given(...registered);
  const mapped = mapVendorColumns(vendor.state, { columns, conventions }, AT);
  expect(mapped).toEqual([
    {
      type: 'VendorColumnsMapped',
      data: {
        columns: columns.map((column, index) => ({ columnId: index + 1, ...column })),
        conventions,
        effectiveAt: AT,
      },
    },
  ]);
  const after = given(...registered, ...mapped);
  expect(after.state.record).toMatchObject({
    conventions,
    columns: [{ columnId: 1, heading: 'Stock #' }, {}, {}, {}, {}, {}],
  });
  after.when(mapVendorColumns, { columns, conventions }, AT).then([]);
  after.when(mapVendorColumns, { columns }, AT).then([]);
});

test('a heading keeps its number, another gets the next; conventions that are not given stay', () => {
  const mapped = mapVendorColumns(given(...registered).state, { columns, conventions }, AT);
  const more = [
    { heading: 'Lab', attribute: 'lab' } as const,
    ...columns.slice(1),
    { heading: 'stock #', attribute: 'parcelName' } as const,
  ];
  const [event] = mapVendorColumns(given(...registered, ...mapped).state, { columns: more }, AT);
  expect(event).toMatchObject({
    data: {
      columns: [7, 2, 3, 4, 5, 6, 1].map((columnId) => ({ columnId })),
      conventions,
    },
  });
});

test.each([
  [columns.slice(1), 'The mapping names no column for parcelName.'],
  [
    columns.slice(0, -1),
    'The mapping names no price: map a column to vendorPrice or vendorPpc or vendorDiscount.',
  ],
  [
    [...columns, { heading: 'Total', attribute: 'vendorPrice' } as const],
    'The mapping gives both "Price" and "Total" the attribute vendorPrice: keep one.',
  ],
  [
    [...columns, { heading: ' PRICE', attribute: 'vendorPpc' } as const],
    'The mapping names "PRICE" twice: keep one.',
  ],
])('a mapping that no file can be read by is refused', (faulty, message) => {
  given(...registered)
    .when(mapVendorColumns, { columns: faulty, conventions }, AT)
    .thenRefused({ status: 422, message, field: 'columns' });
});

test('a vendor that does not exist has no mapping', () => {
  given().when(mapVendorColumns, { columns, conventions }, AT).thenRefused({ status: 404 });
});
