import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const FOLDERS = [
  'contracts',
  'services',
  'projections',
  'deploy',
  'tests',
  'web-shared',
  'web-portal',
  'web-admin',
];
/** Names the comments itself. */
const ITSELF = 'tests/docs/lint.test.ts';

test('no comment turns the linter off', () => {
  const code = FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(tsx?|[cm]?js)$/.test(entry.name))
    .map((entry) => path.posix.join(entry.parentPath, entry.name))
    .filter((file) => file !== ITSELF && !/\/(dist|node_modules)\//.test(file));
  expect(code.length).toBeGreaterThan(1000);
  const off = /(ox|es)lint-(disable|enable)/;
  expect(code.filter((file) => off.test(readFileSync(file, 'utf8')))).toEqual([]);
});
