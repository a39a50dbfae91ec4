// The programs of the server: what is built, and what is run.
import path from 'node:path';
import { Unusable } from './unusable.mjs';

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
  // Likewise, where the application reads ideal inventories.
  'ideal-reading': 'services/reassortment/ideal/ideal-program.ts',
  // Likewise, where the application plans reassortments.
  planning: 'services/reassortment/plan/planning-program.ts',
};

/**
 * The program that is called, and what it is called with. The first word may be a part of the program's name: event-store copy.
 * @template {string} Name
 * @param {readonly string[]} words @param {Readonly<Record<Name, unknown>>} programs
 * @returns {[name: Name, args: string[]]}
 * @throws {Unusable} for a name that none of the programs has
 */
export function programCalled([called = '', ...given], programs) {
  /** @param {string} name @returns {name is Name} */
  const isProgram = (name) => Object.hasOwn(programs, name);
  const longer = `${called}-${given[0]}`;
  if (isProgram(longer)) return [longer, given.slice(1)];
  if (isProgram(called)) return [called, given];
  throw new Unusable(`There is no program "${called}".`);
}

/**
 * The built file of a program.
 * @param {string} root @param {string} name
 */
export const builtProgram = (root, name) => path.join(root, 'dist/server', `${name}.js`);
