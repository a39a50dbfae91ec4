import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  compareAnomalies,
  compareCustomerLists,
  compareHistory,
  compareHoldings,
  compareHoldingsKnownAt,
  compareStoneList,
  daysTouched,
  viewsOf,
} from './read-model-comparison.ts';
import {
  datedOntoTheMemo,
  moveArbitrary,
  renewedToday,
  returnedTodayThenRaced,
  soldAfterAll,
} from './random-moves.ts';
import { make, newWalk, recorded, type Walk } from './walk-moves.ts';
import { startVitrine, type Vitrine } from './walked-vitrine.ts';

/**
 * A random walk of instructions, documents (late, in versions, void), undos, back-datings and vendors'
 * changes through the real handlers. The plain model predicts what each command must answer, and afterwards
 * what every read model must show (rule: Status; rule: Corrections; rule: All or nothing; rule: Exposure,
 * holding, fee base).
 */

const RUNS = 16;
let vitrine: Vitrine;
beforeAll(async () => {
  vitrine = await startVitrine();
});
afterAll(async () => {
  await vitrine?.stop();
});

async function compare(walk: Walk, cuts: readonly number[]): Promise<void> {
  await vitrine.readModelsAtHead();
  const parcels = await recorded(walk);
  const views = viewsOf(parcels);
  const days = daysTouched(views);
  await compareStoneList(vitrine, views);
  await compareHistory(vitrine, parcels);
  await compareAnomalies(vitrine, views);
  const positions = [...parcels.values()]
    .flat()
    .map((event) => event.position)
    .sort((a, b) => (a < b ? -1 : 1));
  for (const customerId of walk.customers) {
    await compareCustomerLists(vitrine, parcels, views, customerId);
    await compareHoldings(vitrine, views, customerId, days);
    for (const cut of cuts)
      await compareHoldingsKnownAt(vitrine, parcels, customerId, days, positions[cut % positions.length]!);
  }
}

it('commands, documents and corrections: the read models show what the plain model computes', async () => {
  const walkArbitrary = fc.record({
    moves: fc.array(moveArbitrary, { minLength: 8, maxLength: 22 }),
    cuts: fc.array(fc.nat(60), { minLength: 1, maxLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(walkArbitrary, async ({ moves, cuts }) => {
      const walk = await newWalk(vitrine);
      for (const move of moves) await make(walk, move);
      await compare(walk, cuts);
    }),
    {
      numRuns: RUNS,
      examples: [
        [{ moves: soldAfterAll, cuts: [3] }],
        [{ moves: datedOntoTheMemo, cuts: [5] }],
        [{ moves: returnedTodayThenRaced, cuts: [7] }],
        [{ moves: renewedToday, cuts: [3] }],
      ],
      interruptAfterTimeLimit: 45_000,
      markInterruptAsFailure: false,
    },
  );
  expect(vitrine.failures).toEqual([]);
  expect(await vitrine.parked()).toEqual([]);
});

it('the live read model is what a rebuild from nothing gives, row by row', async () => {
  expect(await vitrine.verify()).toMatchObject({ differences: [], parked: [] });
  expect(await vitrine.rebuild()).toMatchObject({ differences: [], parked: [] });
});
