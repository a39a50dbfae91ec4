import fc from 'fast-check';
import { expect, test } from 'vitest';
import { independentGroups } from './independent-groups.ts';

const item = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { minLength: 1, maxLength: 2 });

test('items that share a key, also through others, stay together and in order', () => {
  const groups = independentGroups([['a'], ['b'], ['c', 'd'], ['b', 'a'], ['d']], (keys) => keys);
  expect(groups).toEqual(
    [
      [['c', 'd'], ['d']],
      [['a'], ['b'], ['b', 'a']],
    ].reverse(),
  );
});

test('every item is in one group, no two groups share a key, and no group could be parted', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 12 }), (keySets) => {
      const items = keySets.map((keys, index) => ({ keys, index }));
      const groups = independentGroups(items, ({ keys }) => keys);
      expect(
        groups
          .flat()
          .map(({ index }) => index)
          .sort((a, b) => a - b),
      ).toEqual(items.map(({ index }) => index));
      const keysOfGroups = groups.map((group) => new Set(group.flatMap(({ keys }) => keys)));
      expect(keysOfGroups.reduce((sum, keys) => sum + keys.size, 0)).toBe(new Set(keySets.flat()).size);
      for (const group of groups) {
        expect(group.map(({ index }) => index)).toEqual(
          group.map(({ index }) => index).sort((a, b) => a - b),
        );
        const reached = new Set(group[0]!.keys);
        group.forEach(() => {
          for (const { keys } of group)
            if (keys.some((key) => reached.has(key))) keys.forEach((key) => reached.add(key));
        });
        expect(group.every(({ keys }) => keys.every((key) => reached.has(key)))).toBe(true);
      }
    }),
  );
});
