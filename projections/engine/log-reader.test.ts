import { afterEach, describe, expect, it, vi } from 'vitest';
import { followLog, type Unfinished } from './log-reader.ts';
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
