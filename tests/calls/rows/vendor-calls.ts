import type { Call } from '../call.ts';

const COLUMNS = Object.entries({
  'Stock #': 'parcelName',
  Weight: 'weight',
  Shape: 'shapeCode',
  Color: 'colour',
  Clarity: 'clarity',
  Price: 'vendorPrice',
}).map(([vendorColumnHeader, attribute]) => ({ vendorColumnHeader, attribute }));
const CONVENTIONS = { decimalSign: null, weightUnit: null, discountUnit: null, discountSign: null };
const path = { id: '1' };

/** Vendors and their feeds. */
export const VENDOR_CALLS: readonly Call[] = [
  { call: 'GET /vendor/{id}/columns', who: 'administer', sends: () => ({ path }) },
  { call: 'PUT /vendor/{id}/columns', who: 'administer', sends: () => ({ path, body: COLUMNS }) },
  { call: 'GET /api/vendors/{id}/feed-mapping', who: 'administer', sends: () => ({ path }) },
  {
    call: 'PUT /api/vendors/{id}/feed-mapping',
    who: 'administer',
    sends: () => ({ path, body: { columns: COLUMNS, conventions: CONVENTIONS } }),
  },
];
