import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LONG_FOR_THEIR_SIZE, longestFirst } from './longest-first.ts';

const file = (project: string, name: string) => ({
  project: { name: project },
  moduleId: `/vitrine/${name}`,
});

test('a file that is known to last long begins first in its project; all else stays in order', () => {
  const [long] = LONG_FOR_THEIR_SIZE;
  const [a, b, c, d] = [file('one', 'a'), file('one', 'b'), file('two', 'c'), file('two', 'd')];
  const known = file('two', long!);
  expect(longestFirst([a, b, c, d, known])).toEqual([a, b, known, c, d]);
});

test('each of them is there', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  expect(LONG_FOR_THEIR_SIZE.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});
