import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach } from 'vitest';
import type { FeedRunRow } from '#contracts/api/vendor-feeds.ts';
import { list, officeWorld } from './render-back-office.tsx';
import { madeRun } from '../vendors/testing/made-feed-run.ts';
import { madeVendor } from '../vendors/testing/made-vendor.ts';

export const madeRow = (more: Partial<FeedRunRow>): FeedRunRow => ({
  id: 'AR1',
  row: 2,
  vendorStockId: '1',
  parcelName: 'AR1',
  class: 'CHANGED',
  outcome: null,
  stone: 'Round 1.01 ct F VS1',
  cost: { before: 9000, after: 9500 },
  total: { before: 9900, after: 10_450 },
  changes: [{ attribute: 'Fluorescence', before: 'None', after: 'Faint' }],
  problems: [],
  judgement: null,
  overrideTier: null,
  comments: 'seen',
  ...more,
});
export const ROWS = [
  madeRow({}),
  madeRow({ id: 'AR2', row: 3, vendorStockId: '2', parcelName: 'AR2', class: 'NEW', changes: [] }),
  madeRow({
    id: 'row-4',
    row: 4,
    vendorStockId: null,
    parcelName: null,
    class: 'REFUSED',
    problems: [{ row: 4, column: 'Weight', value: 'x', message: 'is no weight.' }],
  }),
];

/** The back office with one feed run, r1, and its rows; `page.run` is how it stands, a new one for each test. */
export function feedRunOffice() {
  const world = officeWorld();
  const page = { run: madeRun() };
  beforeEach(() => {
    page.run = madeRun();
    world.respond('GET /api/feed-runs/r1', () => HttpResponse.json(page.run));
    world.respond('GET /api/feed-runs/r1/rows', ({ url }) => {
      const { class: wanted } = JSON.parse(url.searchParams.get('filter') ?? '{}') as { class?: string };
      return list(ROWS.filter((row) => wanted === undefined || row.class === wanted));
    });
    world.respond('PUT /vendor/1/inventory', () => HttpResponse.json([]));
    world.respond('GET /api/vendors/1', () => HttpResponse.json(madeVendor(1, 'Antwerp Rounds')));
    world.respond('GET /api/feed-runs', () => list([page.run]));
    world.respond('GET /api/repricings', () => list([]));
  });
  return { world, page };
}

/** The rows that the page of the run shows. */
export const rows = async () =>
  within(await screen.findByRole('region', { name: 'Rows of the feed, scrolls' }))
    .getAllByRole('row')
    .slice(1);
