import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionSecret } from './session-secret.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a secret is made, kept, and readable to its owner alone', () => {
  const dataFolder = path.join(folder, 'new');
  const made = sessionSecret(dataFolder);
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(sessionSecret(dataFolder)).toBe(made);
  expect(statSync(path.join(dataFolder, 'jwt-secret')).mode & 0o777).toBe(0o600);
});

test('a data folder that is a file is refused in words', () => {
  const file = path.join(folder, 'data');
  writeFileSync(file, '');
  expect(() => sessionSecret(file)).toThrow(/VITRINE_DATA is ".*data", which is a file: give a folder\./);
  expect(() => sessionSecret(path.join(file, 'beneath'))).toThrow(/which is a file/);
});

test('a secret that cannot be read is refused in words', (context) => {
  mkdirSync(path.join(folder, 'jwt-secret'));
  expect(() => sessionSecret(folder)).toThrow(/cannot be kept in VITRINE_DATA \(EISDIR.*or set JWT_SECRET\./);
  rmSync(path.join(folder, 'jwt-secret'), { recursive: true });
  context.skip(process.getuid?.() === 0, 'root may read everything');
  writeFileSync(path.join(folder, 'jwt-secret'), 'x'.repeat(64));
  chmodSync(path.join(folder, 'jwt-secret'), 0);
  expect(() => sessionSecret(folder)).toThrow(/cannot be kept in VITRINE_DATA \(EACCES.*or set JWT_SECRET\./);
});

test('a secret that was cut is refused, never used', () => {
  writeFileSync(path.join(folder, 'jwt-secret'), 'too short\n');
  expect(() => sessionSecret(folder)).toThrow(/jwt-secret holds no whole secret\. Put it back from a backup/);
});
