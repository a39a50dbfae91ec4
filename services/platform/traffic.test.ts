import { expect, test } from 'vitest';
import { givingWayTo } from './traffic.ts';

/** Four pieces of work, each of so many milliseconds; gives how long it rested after each. */
async function restsOf(tookMs: number, askedDuring: readonly number[]): Promise<number[]> {
  const traffic = { received: 7 };
  const rests: number[] = [];
  let rested = 0;
  const giveWay = givingWayTo(traffic, new AbortController().signal, async (ms) => {
    rested = ms;
  });
  for (const requests of askedDuring) {
    traffic.received += requests;
    rested = 0;
    await giveWay(tookMs);
    rests.push(rested);
  }
  return rests;
}

test.each([
  ['alone it never rests', 20, [0, 0, 0, 0], [0, 0, 0, 0]],
  ['while requests come it rests as long as it worked', 20, [3, 1, 9, 2], [20, 20, 20, 20]],
  ['one request is one rest', 20, [0, 1, 0, 0], [0, 20, 0, 0]],
  ['no rest is longer than a tenth of a second', 3_000, [1, 1, 1, 0], [100, 100, 100, 0]],
])('%s', async (_rule, tookMs, askedDuring, rests) => {
  expect(await restsOf(tookMs, askedDuring)).toEqual(rests);
});
