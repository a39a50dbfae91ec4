import { describe, expect, it } from 'vitest';
import { madeStones } from '../../testing/made-stones.ts';
import type { ListRow } from '../list-row.ts';
import { roomFor } from './room.ts';

const [made] = madeStones(1);
const row = (parcelName: string, total: number, status: ListRow['status'] = 'CUSTOMER'): ListRow => ({
  ...made!,
  parcelName,
  total,
  status,
});
const current = [row('A', 1000), row('B', 2500), row('C', 4000), row('D', 9000, 'REQUESTED')];
const names = (rows: readonly ListRow[]) => rows.map(({ parcelName }) => parcelName);

describe('What a request makes of the inventory (product: Confirm request)', () => {
  it('counts what is held and what is requested already', () => {
    expect(roomFor(current, 500.1, { minInventory: 10_000, maxInventory: 20_000 })).toMatchObject({
      before: 16_500,
      after: 17_000.1,
      state: 'within',
      by: 0,
    });
  });
  it('says by how much it stays under the minimum', () => {
    expect(roomFor(current, 500, { minInventory: 20_000 })).toMatchObject({ state: 'under', by: 3000 });
  });
  it('has no maximum where none is set', () => {
    expect(roomFor(current, 1_000_000, { maxInventory: 0 })).toMatchObject({ state: 'within', returns: [] });
  });
  it.each([
    [1000.5, 17_000, ['A']],
    [1500, 16_500, ['B']],
    [5000, 16_000, ['C', 'B']],
    [5000, 14_000, ['C', 'B', 'A']],
    [9000, 14_000, []],
  ])(
    '$%d over a maximum of $%d: the fewest returns that make room, of the least value',
    (adding, max, wanted) => {
      const { state, returns } = roomFor(current, adding, { maxInventory: max });
      expect([state, names(returns)]).toEqual(['over', wanted]);
    },
  );
  it('suggests nothing that cannot be returned', () => {
    expect(roomFor([row('D', 9000, 'REQUESTED')], 5000, { maxInventory: 10_000 }).returns).toEqual([]);
  });
});
