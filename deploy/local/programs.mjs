// The programs of the server: what is built, and what is run.
import path from 'node:path';

/** Source file of each program by its name; the bundle is `dist/server/<name>.js`. */
export const PROGRAMS = {
  application: 'services/main.ts',
  'event-store': 'deploy/local/event-store/main.ts',
  'trading-system-simulator': 'deploy/local/trading-system-simulator/main.ts',
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
};

/** @typedef {keyof typeof PROGRAMS} Program */

/** These work without a running Vitrine too: its stores are then started for them. @type {readonly Program[]} */
export const WITH_STORES = ['event-store-copy', 'backup', 'restore'];

/**
 * @param {string} name
 * @returns {name is Program}
 */
export const isProgram = (name) => Object.hasOwn(PROGRAMS, name);

/**
 * The built file of a program.
 * @param {string} root @param {Program} name
 */
export const builtProgram = (root, name) => path.join(root, 'dist/server', `${name}.js`);
