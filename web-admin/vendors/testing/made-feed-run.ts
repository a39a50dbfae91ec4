import { STOCK_CLASSES, type FeedRunResource } from '#contracts/api/vendor-feeds.ts';

/** Of a run none of whose rows was classified. */
export const NO_COUNTS = Object.fromEntries(STOCK_CLASSES.map((name) => [name, 0])) as NonNullable<
  FeedRunResource['counts']
>;

/** A run that waits for a person, with one row of each of three classes. */
export const madeRun = (more: Partial<FeedRunResource> = {}): FeedRunResource => ({
  id: 'r1',
  vendorId: 1,
  vendorName: 'Antwerp Rounds',
  fileId: 'abc',
  fileName: 'stock.csv',
  source: 'UPLOAD',
  kind: 'FULL',
  state: 'CLASSIFIED',
  requestedBy: 'demo-admin',
  requestedAt: '2026-11-20T10:00:00.000Z',
  startedAt: '2026-11-20T10:00:01.000Z',
  finishedAt: null,
  total: 4,
  done: 4,
  rows: 4,
  counts: { ...NO_COUNTS, NEW: 1, CHANGED: 1, REFUSED: 1 },
  holds: [],
  appliedBy: null,
  appliedAt: null,
  confirmed: [],
  decidedBy: null,
  decidedAt: null,
  failure: null,
  rowsRemovedAt: null,
  ...more,
});
