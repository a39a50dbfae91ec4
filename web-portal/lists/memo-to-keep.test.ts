import { describe, expect, it } from 'vitest';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { madeStones } from '../testing/made-stones.ts';
import type { ListRow } from './list-row.ts';
import { noMemoWords, rowAfter } from './memo-to-keep.ts';

const [stone] = madeStones(1) as [ListRow];
const AT = '2026-11-23T12:00:00.000Z';
const onMemo = (status: Status): ListRow => ({
  ...stone,
  status,
  memoDate: '2026-11-01',
  dueDate: '2026-11-25',
});

describe('The row of a memo to keep', () => {
  it.each([
    ['on memo', onMemo('CUSTOMER')],
    ['read again before the answer came', onMemo('PENDING_RETURN')],
  ])('given a stone %s, when it is returned, then it is on its way back, with its memo', (_what, row) => {
    expect(rowAfter(row, 'RETURN', AT)).toEqual({ ...onMemo('PENDING_RETURN'), lastAction: AT });
  });
  it('given a stone that was only requested, when it is returned, then it is available', () => {
    const row = rowAfter({ ...stone, status: 'REQUESTED' }, 'RETURN', AT);
    expect(row).toEqual({ ...stone, status: 'AVAILABLE', lastAction: AT });
  });
  it('given a stone on memo, when it is sold, then nothing of it is due back', () => {
    expect(rowAfter(onMemo('CUSTOMER'), 'SOLD', AT)).toEqual({ ...stone, status: 'SOLD', lastAction: AT });
  });
});

it.each([
  [5, 'P1, P2, P3, P4, P5'],
  [6, 'P1, P2, P3, P4, P5 and 1 more'],
])('given %d parcels that cannot be read, then at most five are named', (count, named) => {
  const names = Array.from({ length: count }, (_, place) => `P${place + 1}`);
  expect(noMemoWords(names)).toBe(
    `The memo could not be made: ${named} could not be read. Please try again in a moment.`,
  );
});
