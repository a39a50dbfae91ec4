import { describe, expect, test, vi } from 'vitest';
import { createPositions, type ProjectionsRunner } from '#projections/engine/index.ts';
import { newTestEvent } from '#projections/engine/testing/test-log.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { changeNoticeSchema } from './change-notice.ts';
import { publishChanges } from './index.ts';
import { listen, liveWorld, projections, soon, startRunner } from './testing/live-world.ts';
import { NOW, requested, sold } from './testing/stone-events.ts';

const world = liveWorld();

describe('no change is lost', () => {
  /** A process that is killed after each commit, before its notice: its changes reach no one. */
  const startKilled = () => startRunner(world);
  const committed = (one: ProjectionsRunner) =>
    vi.waitFor(async () => {
      expect(one.caughtUp()).toBe(true);
      const reached = await createPositions(world.database.db, await logIdOf(world.log)).positionOf(
        projections.map(({ name }) => name),
      );
      expect(reached).toBe(await world.log.headPosition());
    });

  test('when a process stops, what it committed last still goes out', async () => {
    const carts: number[] = [];
    world.bus.subscribe('changes', (message) => carts.push(...changeNoticeSchema.parse(message).carts));
    const carted = (customerId: number) =>
      newTestEvent('StonesCarted', { customerId, line: 'natural', parcelNames: ['A1'], effectiveAt: NOW });
    world.log.add('cart-12', carted(12));
    await soon(() => expect(carts).toEqual([12]));
    world.log.add('cart-13', carted(13));
    await committed(world.runner);
    await world.runner.stop();
    await world.publisher.stop();
    expect(carts).toEqual([12, 13]);
  });

  test('when one was killed before its notice, the process that takes over lets every client look again', async () => {
    await world.runner.stop();
    world.runner = await startKilled();
    await committed(world.runner);
    const jeweller = await listen(world, 'jeweller');
    world.log.add('stone-A1', requested(12));
    await committed(world.runner);
    expect(jeweller.changes()).toEqual([]);
    await world.runner.stop();
    world.runner = await startRunner(world, world.publisher);
    await soon(() =>
      expect(jeweller.changes().at(-1)).toMatchObject({ lines: [{ parcels: null }, {}, {}, {}], cart: true }),
    );
  });

  test('also one that was away meanwhile looks again', async () => {
    const first = await listen(world, 'jeweller');
    world.log.add('stone-A1', requested(12));
    await soon(() => expect(first.changes()).toHaveLength(1));
    const left = first.changes()[0]!.position;
    await world.runner.stop();
    world.runner = await startKilled();
    world.log.add('stone-A1', sold(12));
    await committed(world.runner);
    await world.runner.stop();
    world.runner = await startRunner(world, world.publisher);
    await soon(() => expect(first.changes().length).toBeGreaterThan(1));
    const back = await listen(world, 'jeweller', { query: `?since=${left}` });
    await soon(() => expect(back.changes()[0]).toMatchObject({ lines: [{ parcels: null }, {}, {}, {}] }));
  });

  test('when the broker was away, the publishing process lets every client look again', async () => {
    let gap = (): void => undefined;
    const seen: unknown[] = [];
    const other = publishChanges({
      db: world.database.db,
      zone: 'America/New_York',
      bus: {
        ...world.bus,
        publish: (_, message) => void seen.push(message),
        subscribe(_subject, _onMessage, onGap) {
          gap = onGap ?? gap;
          return () => undefined;
        },
      },
      onProblem: (message) => world.problems.push(message),
    });
    gap();
    await other.stop();
    expect(seen).toMatchObject([{ parcels: null }]);
  });

  test('without notices pages are asked to load again when the read models have moved, and only then', async () => {
    await world.runner.stop();
    world.runner = await startKilled();
    await committed(world.runner);
    const jeweller = await listen(world, 'jeweller');
    world.hears = false;
    await vi.waitFor(() => expect(jeweller.changes()).toHaveLength(1), 15_000);
    world.log.add('stone-A1', requested(12));
    await committed(world.runner);
    await vi.waitFor(() => expect(jeweller.changes()).toHaveLength(2), 15_000);
    expect(jeweller.changes()[1]).toMatchObject({
      position: (await world.log.headPosition()).toString(),
      lines: [{ parcels: null }, {}, {}, {}],
    });
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(jeweller.changes()).toHaveLength(2);
  });
});
