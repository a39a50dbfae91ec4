import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Plain English names the actor, the state or the effect instead; the glossary names what a word stands for. */
const AVOIDED = /\b(whoever|told|said|untold|toldBy|unkeepable|(?:its|their) affair|(?<!Not ')suppliers?)\b/i;
/** Names the words itself. */
const ITSELF = 'tests/docs/plain-words.test.ts';

const files = [
  'contracts',
  'services',
  'projections',
  'web-shared',
  'web-portal',
  'web-admin',
  'deploy',
  'tests',
  'docs',
]
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(tsx?|mjs|md)$/.test(entry.name))
  .map((entry) => path.posix.join(entry.parentPath, entry.name))
  .filter((file) => file !== ITSELF);

test('code, comments and documentation keep to plain English', () => {
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (AVOIDED.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test('no page of the documentation holds both sides of a merge', () => {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`);
  expect(pages.length).toBeGreaterThan(20);
  // Also as they look after they were formatted as quotations.
  const both = /^(<{7}|>{7}|={7}$|(> ){7})/m;
  expect(['README.md', ...pages].filter((file) => both.test(readFileSync(file, 'utf8')))).toEqual([]);
});
