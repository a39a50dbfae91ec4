import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildStale } from './build.mjs';
import { PROGRAMS } from '../local/programs.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-build-'));
  cpSync('package.json', path.join(root, 'package.json'));
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  for (const source of Object.values(PROGRAMS)) write(source, 'console.log(1)');
  write('contracts/rates.ts', 'export const rate = 1');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

test('what has changed is built, and nothing else', async () => {
  expect(await buildStale(root)).toEqual(['server']);
  expect(await buildStale(root)).toEqual([]);
  write('contracts/rates.ts', 'export const rate = 12');
  expect(await buildStale(root)).toEqual(['server']);
  rmSync(path.join(root, 'contracts/rates.ts'));
  expect(await buildStale(root)).toEqual(['server']);
  write('contracts/rates.test.ts', 'export {}');
  expect(await buildStale(root)).toEqual([]);
});

test('two that are started at the same time build once', async () => {
  const built = await Promise.all([buildStale(root), buildStale(root)]);
  expect(built.flat()).toEqual(['server']);
});

test('what could not be built is stale still, and the message says where it is wrong', async () => {
  write('services/main.ts', 'const = 1');
  await expect(buildStale(root)).rejects.toThrow(
    /^The server could not be built: [^]*services\/main\.ts:1:6/,
  );
  write('services/main.ts', "import { rate } from '#contracts/rates.ts'; console.log(rate)");
  expect(await buildStale(root)).toEqual(['server']);
  expect(readFileSync(path.join(root, 'dist/server/application.js'), 'utf8')).toContain('rate = 1');
});

test('a build that fails waits for those beside it, which write until they end', async () => {
  write('services/main.ts', 'const = 1');
  write('web-portal/index.html', '<p>a jeweller</p>');
  await expect(buildStale(root)).rejects.toThrow(/^The server could not be built/);
  expect(existsSync(path.join(root, 'dist/portal.built'))).toBe(true);
});

test('pages are built with compressed neighbours', async () => {
  write('web-portal/index.html', '<script type="module" src="./main.ts"></script>');
  write('web-portal/main.ts', `document.title = ${JSON.stringify('a jeweller '.repeat(200))}`);
  expect(await buildStale(root, { only: 'portal' })).toEqual(['portal']);
  const page = readFileSync(path.join(root, 'dist/portal/index.html'), 'utf8');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
  expect(readFileSync(path.join(root, 'dist/portal', `${script}.br`)).length).toBeLessThan(500);
});
