import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { followLog, readLogUntil, type Unfinished } from './log-reader.ts';
import { createMemoryLog, repriced } from './testing/test-log.ts';

let stopping = new AbortController();
afterEach(() => stopping.abort());

/** Follows an empty log that it has caught up with; `batches`: how many events were written together. */
async function following(unfinished: Unfinished) {
  stopping = new AbortController();
  const log = createMemoryLog();
  const batches: number[] = [];
  await new Promise<void>((resolve) => {
    void followLog({
      events: log,
      after: 0n,
      streams: ['stone-'],
      batchSize: 500,
      write: async ({ positions }) => void batches.push(positions.length),
      onCaughtUp: resolve,
      unfinished,
      signal: stopping.signal,
    });
  });
  const append = async (): Promise<void> => {
    log.add('stone-A', repriced(1));
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { batches, append, end: () => log.headPosition() };
}

describe('The events of one command', () => {
  it('are one batch, written when it has ended and the last of them has come', async () => {
    let endAt = (_position: bigint): void => undefined;
    const ended = new Promise<bigint>((resolve) => (endAt = resolve));
    const { batches, append, end } = await following(() => ended);
    await append();
    await append();
    expect(batches).toEqual([]);
    endAt((await end()) + 1n);
    await append();
    await vi.waitFor(() => expect(batches).toEqual([3]));
  });
  it('are written as they come where it takes long', async () => {
    const { batches, append } = await following(() => new Promise(() => undefined));
    await append();
    await vi.waitFor(() => expect(batches).toEqual([1]));
    await append();
    await vi.waitFor(() => expect(batches).toEqual([1, 1]));
  });
  it('wait for nothing where none is under way', async () => {
    const { batches, append } = await following(() => undefined);
    await append();
    expect(batches).toEqual([1]);
  });
});

test('a read that breaks off ends when the batch under way is written', async () => {
  const log = createMemoryLog();
  log.add('stone-A', repriced(1), repriced(2), repriced(3));
  const events = {
    ...log,
    async *readAll() {
      yield* log.readAll({ maxCount: 2 });
      throw new Error('the connection was cut');
    },
  };
  let underWay = 0;
  const write = async (): Promise<void> => {
    underWay += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    underWay -= 1;
  };
  const until = await log.headPosition();
  const read = readLogUntil({ events, after: 0n, until, streams: ['stone-'], batchSize: 1, write });
  await expect(read).rejects.toThrow('the connection was cut');
  expect(underWay).toBe(0);
});
