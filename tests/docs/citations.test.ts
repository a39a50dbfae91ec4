import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { citationsByNumberIn, citationsIn, headingsIn, type Kind } from './citations.ts';

const FOLDERS = ['contracts', 'services', 'projections', 'web-portal', 'web-admin', 'web-shared', 'deploy'];
const FILES = /\.(tsx?|m?js|cjs|css|sql|html|md)$/;
const NOT_OURS = /(^|\/)(node_modules|dist|\.data)\//;
/** Its own examples lead nowhere on purpose. */
const ITSELF = 'tests/docs/citations.test.ts';

function filesUnder(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.posix.join(entry.parentPath, entry.name));
}

const present = readdirSync('.');
const files = [...FOLDERS, 'tests', 'docs']
  .filter((folder) => present.includes(folder))
  .flatMap(filesUnder)
  .concat('README.md')
  .filter((file) => FILES.test(file) && !NOT_OURS.test(file) && file !== ITSELF)
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const rulePages = filesUnder('docs/rules').filter((file) => file.endsWith('.md'));
const headings: Record<Kind, string[]> = {
  rule: rulePages.flatMap((page) => headingsIn(readFileSync(page, 'utf8'))),
  product: headingsIn(readFileSync('docs/product.md', 'utf8')),
  architecture: headingsIn(readFileSync('docs/architecture.md', 'utf8')),
};

test('finds citations in comments, also when they are broken over lines', () => {
  const source =
    "/**\n * Freezes it (unset: 0; rule: Freezing; product: Stone\n * table).\n */\nit('x (rule: Two axes)');";
  expect(citationsIn(source)).toEqual([
    { kind: 'rule', name: 'Freezing' },
    { kind: 'product', name: 'Stone table' },
    { kind: 'rule', name: 'Two axes' },
  ]);
});

test.each([
  '// (rules, section 3)',
  '// (specification,\n// section 3: User)',
  "/** The specification's section 7. */",
  '// (design: the event log)',
  '// 9 hours (product: Limits; rules, section 2)',
])('finds the citation by number in %j', (source) => {
  expect(citationsByNumberIn(source)).toHaveLength(1);
});

test.each([
  '(product: string, divisor: number)',
  'effectOf(rules, placed)',
  'the rules must stay true',
  "the specification's words",
])('finds no citation in %j', (source) => {
  expect([...citationsIn(source), ...citationsByNumberIn(source)]).toEqual([]);
});

test.each(['rule', 'product', 'architecture'] as const)('no two headings of a %s have one name', (kind) => {
  expect(headings[kind].filter((name, place, all) => all.indexOf(name) !== place)).toEqual([]);
});

test('every citation names a heading of docs/rules, docs/product.md or docs/architecture.md', () => {
  const astray = files.flatMap(({ file, text }) =>
    citationsIn(text)
      .filter(({ kind, name }) => !headings[kind].includes(name) && name !== '…')
      .map(({ kind, name }) => `${file}: (${kind}: ${name})`),
  );
  expect(astray).toEqual([]);
});

test('no citation goes by section number', () => {
  const left = files.flatMap(({ file, text }) =>
    citationsByNumberIn(text).map((written) => `${file}: ${written}`),
  );
  expect(left).toEqual([]);
});
