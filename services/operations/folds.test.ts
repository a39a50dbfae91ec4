import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FOLDS } from './folds.ts';

test('every fold of the contracts and the services is named', () => {
  const named = ['contracts', 'services', 'projections']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/: Fold<[^=]*> = \{\s*name: '([^']+)'/g)])
    .map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect([...FOLDS].sort()).toEqual(named.sort());
});
