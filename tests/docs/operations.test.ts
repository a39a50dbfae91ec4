import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { LEFT_OUT } from '#services/moving/tables.ts';

const page = readFileSync('docs/operations.md', 'utf8');

/** What a pattern finds in the sources of the server, without doubles; its first group counts. */
function inSources(pattern: RegExp): string[] {
  const found = ['services', 'projections']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name));
  return [...new Set(found)].sort();
}

test('the page of operations names every table that is not made again from the log', () => {
  const made = inSources(/create (?:unlogged )?table (?:if not exists )?vitrine\.(\w+)/g);
  const dropped = inSources(/drop table (?:if exists )?vitrine\.(\w+)/g);
  expect(made.length).toBeGreaterThan(60);
  const missing = made.filter(
    (table) => !LEFT_OUT.includes(table) && !dropped.includes(table) && !page.includes(`\`${table}\``),
  );
  expect(missing).toEqual([]);
});

test('the page of operations names every series of /metrics', () => {
  const series = inSources(
    /(?:(?:worseWhenMore|yesOrNo|unknownWhileAway|gauge)\(\s*|const name = )'((?:vitrine|process|nodejs)_\w+)'/g,
  );
  expect(series.length).toBeGreaterThan(30);
  expect(series.filter((name) => !new RegExp(`\`${name}[\`{]`).test(page))).toEqual([]);
});

test('every script of package.json stands in the readme or on the page of operations', () => {
  const manifest = z.object({ scripts: z.record(z.string(), z.string()) });
  const { scripts } = manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const pages = `${readFileSync('README.md', 'utf8')}\n${page}`;
  // npm has words of its own for two of them.
  const called = (script: string): string =>
    ['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`;
  const missing = Object.keys(scripts).filter(
    (script) => !new RegExp(`${called(script)}(?![\\w:-])`).test(pages),
  );
  expect(missing).toEqual([]);
});
