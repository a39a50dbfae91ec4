import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LONG_FOR_THEIR_SIZE, longestFirst } from './longest-first.ts';

const file = (project: string, name: string, { isolate = false, groupOrder = 0 } = {}) => ({
  project: { name: project, config: { isolate, sequence: { groupOrder } } },
  moduleId: `/vitrine/${name}`,
});

test('a file that is known to last long begins first in its project; all else stays in order', () => {
  const [long] = LONG_FOR_THEIR_SIZE;
  const [a, b, c, d] = [file('one', 'a'), file('one', 'b'), file('two', 'c'), file('two', 'd')];
  const known = file('two', long!);
  expect(longestFirst([a, b, c, d, known])).toEqual([a, b, known, c, d]);
});

test('files that load their modules themselves come after those of their group that share them, mixed', () => {
  const isolated = { isolate: true };
  const browsers = ['b1', 'b2', 'b3', 'b4'].map((name) => file('browsers', name, isolated));
  const faults = ['f1', 'f2'].map((name) => file('faults', name, isolated));
  const sharing = ['s1', 's2'].map((name) => file('sharing', name));
  const later = file('later', 'l', { isolate: true, groupOrder: 1 });
  const order = longestFirst([...browsers, ...faults, ...sharing, later]).map(({ moduleId }) =>
    moduleId.replace('/vitrine/', ''),
  );
  expect(order).toEqual(['s1', 's2', 'b1', 'f1', 'b2', 'b3', 'f2', 'b4', 'l']);
});

test('each of them is there', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  expect(LONG_FOR_THEIR_SIZE.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});
