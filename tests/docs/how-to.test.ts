import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PATH = /(_?)`((?:contracts|services|projections|web-[a-z]+|deploy|tests|docs)\/[\w./-]+)`/g;
const named = [...readFileSync('docs/how-to.md', 'utf8').matchAll(PATH)].map(([, mark, file = '']) => ({
  file,
  isNew: mark === '_',
}));

test('every file that How to names is there', () => {
  expect(named.length).toBeGreaterThan(40);
  const missing = named.filter(({ file, isNew }) => !isNew && !existsSync(file));
  expect(missing.map(({ file }) => file)).toEqual([]);
});

test('what How to calls new is the file of an example, and not there', () => {
  const there = named.filter(({ file, isNew }) => isNew && existsSync(file));
  expect(there.map(({ file }) => file)).toEqual([]);
});
