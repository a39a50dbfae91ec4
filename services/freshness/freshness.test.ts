import { expect, test } from 'vitest';
import type { Positions } from '#projections/engine/index.ts';
import { localBus } from '#services/platform/bus/bus.ts';
import type { Db } from '#services/platform/database/index.ts';
import { openFreshness, ANSWERING_READ_MODELS } from './freshness.ts';

test('an audit that stands still is waited for once in ten seconds, and whole again once it follows', async () => {
  let now = Date.parse('2026-03-01T12:00:00.000Z');
  let follows = false;
  const waits: number[] = [];
  const positions = {
    waitForPosition: async (models: readonly string[], _position: bigint, timeoutMs: number) => {
      if (models === ANSWERING_READ_MODELS) return true;
      waits.push(timeoutMs);
      return follows;
    },
  } as Partial<Positions> as Positions;
  const { allReached } = openFreshness({
    bus: localBus(() => undefined),
    db: {} as Db,
    events: { headPosition: async () => 7n },
    clock: () => new Date(now),
    positions,
    freshWithinMs: 2_000,
  });
  const after = async (ms: number): Promise<boolean> => {
    now += ms;
    return allReached(7n);
  };
  expect([await after(0), await after(2_000), await after(7_999), await after(1)]).toEqual(
    Array(4).fill(false),
  );
  expect(waits).toEqual([2_000, 100, 100, 2_000]);
  follows = true;
  expect([await after(1_000), await after(1_000)]).toEqual([true, true]);
  expect(waits.slice(4)).toEqual([100, 2_000]);
});
