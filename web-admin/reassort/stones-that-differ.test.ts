import { expect, it } from 'vitest';
import { stonesThatDiffer } from './stones-that-differ.ts';

const none = { onlyFirst: [], onlySecond: [] };
const storeName = (storeId: string): string => `Store ${storeId}`;

it('says side by side what each of two plans does with a stone', () => {
  const move = { name: 'J-10', fromStoreId: '1', toStoreId: '2', binSpec: 'RD', pieces: 2 };
  const added = { name: 'L-1', storeId: '2', binSpec: 'RD', pieces: 1 };
  const difference = {
    shipments: { onlyFirst: [move], onlySecond: [] },
    additions: { onlyFirst: [], onlySecond: [added] },
    removals: {
      onlyFirst: [{ name: 'J-9', storeId: null, pieces: 1 }],
      onlySecond: [{ name: 'J-10', storeId: '1', pieces: 1 }],
    },
  };
  expect(stonesThatDiffer(difference, storeName)).toEqual([
    { name: 'J-9', first: 'removed', second: 'not moved' },
    { name: 'J-10', first: '2 × Store 1 sends it to Store 2, RD', second: 'removed from Store 1' },
    { name: 'L-1', first: 'not added', second: 'added to Store 2, RD' },
  ]);
  expect(stonesThatDiffer({ shipments: none, additions: none, removals: none }, storeName)).toEqual([]);
});
