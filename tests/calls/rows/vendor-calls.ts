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
/** Not one of ours: what a good one shows is searched in vendor-view.integration.test.ts. */
const NO_TOKEN = 'unknown';
const MONTH = '2026-04';
const FEED_SOURCE = { place: { type: 'FOLDER', folder: 'antwerp' }, kind: 'FULL', schedule: null };

/** Vendors and their feeds. */
export const VENDOR_CALLS: readonly Call[] = [
  { call: 'GET /vendor/{id}/columns', who: 'administer', sends: () => ({ path }) },
  { call: 'PUT /vendor/{id}/columns', who: 'administer', sends: () => ({ path, body: COLUMNS }) },
  { call: 'GET /reports/vendor/{id}', who: 'administer', sends: () => ({ path }) },
  { call: 'GET /api/vendors/{id}/feed-mapping', who: 'administer', sends: () => ({ path }) },
  {
    call: 'PUT /api/vendors/{id}/feed-mapping',
    who: 'administer',
    sends: () => ({ path, body: { columns: COLUMNS, conventions: CONVENTIONS } }),
  },
  {
    call: 'POST /api/vendors/{id}/feed-files',
    who: 'administer',
    sends: () => ({ path, form: { type: 'text/csv', text: 'Stock #,Weight\nA1,1.01\n' } }),
  },
  // No file of that id is kept here.
  {
    call: 'POST /api/vendors/{id}/feed-preview',
    who: 'administer',
    good: 404,
    sends: () => ({ path, body: { fileId: 'none', columns: COLUMNS, conventions: CONVENTIONS } }),
  },
  {
    call: 'PUT /vendor/{id}/inventory',
    who: 'administer',
    sends: (world) => ({
      path,
      body: [{ vendorId: 1, vendorStockId: world.newName().slice(0, 20), whiteList: true }],
    }),
  },
  { call: 'GET /api/feed-runs', who: 'administer' },
  {
    call: 'GET /api/feed-runs/{id}',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.feedRun() } }),
  },
  {
    call: 'GET /api/feed-runs/{id}/rows',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.feedRun() } }),
  },
  // Nothing of the kind is kept here: the run fails in the background.
  {
    call: 'POST /api/feed-runs',
    who: 'administer',
    sends: async (world) => {
      await world.feedRun();
      return { body: { vendorId: 1, fileId: 'none', fileName: 'feed.csv' } };
    },
  },
  {
    call: 'POST /api/feed-runs/{id}/apply',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.feedRun() }, body: {} }),
  },
  {
    call: 'POST /api/feed-runs/{id}/discard',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.feedRun() } }),
  },
  {
    call: 'POST /api/feed-runs/{id}/take-back',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.feedRun('APPLIED') } }),
  },
  {
    call: 'GET /api/feed-runs/{id}/comparison',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.feedRun() } }),
  },
  {
    call: 'GET /api/feed-runs/{id}/workbook',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.feedRun() } }),
  },
  { call: 'GET /vendor/check', who: 'administer' },
  {
    call: 'POST /vendor/check/{id}',
    who: 'administer',
    sends: async (world) => {
      await world.feedRun();
      return { path, form: { type: 'text/csv', text: 'S,W,H,K,Q,P\nW1,1.01,RD,G,VS1,5000\n' } };
    },
  },
  { call: 'GET /vendor/all', who: 'administer' },
  {
    call: 'PUT /vendor/edit',
    who: 'administer',
    sends: () => ({ body: { vendorId: 1, legalName: 'Antwerp Rounds BV' } }),
  },
  { call: 'GET /api/vendors', who: 'administer' },
  {
    call: 'POST /api/vendors',
    who: 'administer',
    good: 201,
    sends: () => ({ body: { name: 'Surat Stones' } }),
  },
  { call: 'GET /api/vendors/{id}', who: 'administer', sends: () => ({ path }) },
  {
    call: 'PUT /api/vendors/{id}',
    who: 'administer',
    sends: () => ({ path, body: { email: 'stock@antwerp.example' } }),
  },
  { call: 'GET /api/vendors/{id}/feed-source', who: 'administer', sends: () => ({ path }) },
  {
    call: 'PUT /api/vendors/{id}/feed-source',
    who: 'administer',
    sends: () => ({ path, body: FEED_SOURCE }),
  },
  { call: 'DELETE /api/vendors/{id}/feed-source', who: 'administer', sends: () => ({ path }) },
  {
    call: 'POST /api/vendors/{id}/feed-source/fetch',
    who: 'administer',
    sends: async (world) => {
      await world.feedSource();
      return { path };
    },
  },
  { call: 'GET /api/vendors/{id}/links', who: 'administer', sends: () => ({ path }) },
  {
    call: 'POST /api/vendors/{id}/links',
    who: 'administer',
    good: 201,
    sends: () => ({ path, body: { days: 14 } }),
  },
  {
    call: 'POST /api/vendors/{id}/links/{link}/send',
    who: 'administer',
    sends: async (world) => ({
      path: { id: '1', link: (await world.vendorLink()).id },
      body: { to: 'stock@antwerp.example' },
    }),
  },
  {
    call: 'DELETE /api/vendors/{id}/links/{link}',
    who: 'administer',
    sends: async (world) => ({ path: { id: '1', link: (await world.vendorLink()).id } }),
  },
  // Without a good link nothing is shown.
  { call: 'POST /vendor/view', who: 'anyone', good: 404, sends: () => ({ body: { token: NO_TOKEN } }) },
  { call: 'POST /vendor/view/stock', who: 'anyone', good: 404, sends: () => ({ body: { token: NO_TOKEN } }) },
  {
    call: 'POST /vendor/view/statement',
    who: 'anyone',
    good: 404,
    sends: () => ({ body: { token: NO_TOKEN, month: MONTH } }),
  },
  {
    call: 'POST /vendor/view/statement/file',
    who: 'anyone',
    good: 404,
    sends: () => ({ body: { token: NO_TOKEN, month: MONTH, format: 'pdf' } }),
  },
  {
    call: 'POST /vendor/view/report',
    who: 'anyone',
    good: 404,
    sends: () => ({ body: { token: NO_TOKEN } }),
  },
  { call: 'GET /api/vendors/{id}/glance', who: 'administer', sends: () => ({ path }) },
  {
    call: 'POST /api/vendors/{id}/repricing-preview',
    who: 'administer',
    sends: () => ({ path, body: { markup: 12 } }),
  },
  {
    call: 'POST /api/vendors/{id}/inventory-sheet',
    who: 'administer',
    sends: () => ({
      path,
      form: {
        type: 'text/csv',
        text: 'Vendor,Parcel name,New status,Comments,Override tier\nAntwerp Rounds,AR-1,Accept,,\n',
      },
    }),
  },
  { call: 'GET /api/repricings', who: 'administer' },
];
