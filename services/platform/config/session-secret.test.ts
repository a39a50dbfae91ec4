import { mkdtempSync, rmSync, statSync } from 'node:fs';
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
