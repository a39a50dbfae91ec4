// The programs of the server: what is built, and what is run.

/** Source file of each program of the product by its name; the bundle is `dist/server/<name>.js`. */
export const PRODUCT_PROGRAMS = {
  application: 'services/main.ts',
  users: 'services/identity/cli.ts',
  vendors: 'services/vendors/cli.ts',
  feed: 'services/vendors/feed/cli.ts',
  'price-list': 'services/prices/cli.ts',
  'jewellery-models': 'services/jewellery/import/cli.ts',
  billing: 'services/billing/replay/cli.ts',
  projections: 'projections/cli.ts',
  // `npm run event-store -- copy`
  'event-store-copy': 'services/moving/copy-program.ts',
  backup: 'services/moving/backup-program.ts',
  restore: 'services/moving/restore-program.ts',
  reactors: 'services/platform/reactors/cli.ts',
  // Not run by itself: a thread of the others (services/platform/workbooks).
  'sheet-reading': 'services/platform/workbooks/sheet-reading-program.ts',
  // Likewise, where the application plans reassortments.
  planning: 'services/reassortment/plan/planning-program.ts',
};
