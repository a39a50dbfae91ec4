import { expect, it } from 'vitest';
import type { Progress } from './solve-plan.ts';
import { planInThread } from './plan-in-thread.ts';
import { workedExample, workedLimit } from './testing/worked-example.ts';

const task = { input: workedExample, limit: workedLimit, storeNames: new Map([['1', 'Main Street']]) };

it('makes a plan off the main thread, and reports how far it is', async () => {
  const reported: Progress[] = [];
  const plan = await planInThread(task, {
    onProgress: (progress) => reported.push(progress),
    signal: new AbortController().signal,
  });
  expect(plan.suggestedAdditions.map(({ parcelName, storeName }) => [parcelName, storeName])).toEqual([
    ['AR-1', 'Main Street'],
    ['AR-2', '2'],
  ]);
  expect(reported.at(-1)).toEqual({ level: 'names', groupsDone: 1, groups: 2 });
});

it('ends at once when it is stopped', async () => {
  const stop = new AbortController();
  const planned = planInThread(task, { onProgress: () => undefined, signal: stop.signal });
  stop.abort(new Error('stopped'));
  await expect(planned).rejects.toThrow('stopped');
});
