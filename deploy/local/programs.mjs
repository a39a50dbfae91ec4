// The programs of the server: what is built, and what is run.
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Source file of each program by its name; the bundle is `dist/server/<name>.js`. */
const SOURCES = {
  application: 'services/main.ts',
  'event-store': 'services/event-store-embedded/main.ts',
  'trading-system-simulator': 'services/trading-system/simulator/main.ts',
  feed: 'services/vendors/feed/cli.ts',
  projections: 'projections/cli.ts',
};

/** @typedef {keyof typeof SOURCES} Program */

/**
 * @param {string} name
 * @returns {name is Program}
 */
export const isProgram = (name) => Object.hasOwn(SOURCES, name);

/**
 * Entry points for the build, by name.
 * @param {string} root
 * @returns {Record<string, string>}
 */
export const serverPrograms = (root) =>
  Object.fromEntries(Object.entries(SOURCES).filter(([, source]) => existsSync(path.join(root, source))));

/**
 * The built file of a program.
 * @param {string} root @param {Program} name
 */
export const builtProgram = (root, name) => path.join(root, 'dist/server', `${name}.js`);
