import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstallStale } from './install.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-install-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const pg = { version: '8.0.0', integrity: 'sha512-a' };

function given(wanted: Record<string, object>, installed?: Record<string, object>): void {
  writeFileSync(
    path.join(root, 'package-lock.json'),
    JSON.stringify({ packages: { '': { name: 'vitrine' }, ...wanted } }),
  );
  if (installed === undefined) return;
  mkdirSync(path.join(root, 'node_modules'));
  writeFileSync(path.join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
}

test('nothing is installed in a fresh clone', () => {
  given({ 'node_modules/pg': pg });
  expect(isInstallStale(root)).toBe(true);
});

test('what is installed is what the lock file says', () => {
  given({ 'node_modules/pg': pg }, { 'node_modules/pg': pg });
  expect(isInstallStale(root)).toBe(false);
});

test.each([
  ['another version', { 'node_modules/pg': { ...pg, version: '7.9.9' } }],
  ['another content', { 'node_modules/pg': { ...pg, integrity: 'sha512-b' } }],
  ['a missing package', {}],
])('%s is stale', (_, installed) => {
  given({ 'node_modules/pg': pg }, installed);
  expect(isInstallStale(root)).toBe(true);
});

test('a package for another platform may be missing, one for this platform may not', () => {
  given({ 'node_modules/x': { ...pg, optional: true, os: ['plan9'], cpu: [process.arch] } }, {});
  expect(isInstallStale(root)).toBe(false);
  rmSync(path.join(root, 'node_modules'), { recursive: true });
  given({ 'node_modules/x': { ...pg, optional: true, os: [process.platform], cpu: [process.arch] } }, {});
  expect(isInstallStale(root)).toBe(true);
});
