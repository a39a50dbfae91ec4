import { expect, test } from 'vitest';
import { sharedCounts } from './shared-counts.ts';

const MINUTE_MS = 60_000;

test('what is counted is added once, also where an answer takes longer than the pause between exchanges', async () => {
  const added: number[] = [];
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const counts = sharedCounts(
    () => new Date(0),
    MINUTE_MS,
    async (counted) => {
      added.push(...counted.map(({ count }) => count));
      const all = added.reduce((sum, count) => sum + count, 0);
      await answered;
      return counted.map(() => all);
    },
  );
  for (let calls = 0; calls < 3; calls += 1) counts.count('calls of alder');
  const first = counts.exchange();
  await expect.poll(() => added).toEqual([3]);
  counts.count('calls of alder');
  const second = counts.exchange();
  answer();
  await Promise.all([first, second]);
  expect(added).toEqual([3, 1]);
  expect(counts.count('calls of alder')).toBe(5);
});
