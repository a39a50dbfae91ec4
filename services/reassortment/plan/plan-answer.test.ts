import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PlanBody } from '#contracts/api/reassortment-plans.ts';
import type { Highs } from 'highs';
import { loadHighs } from './load-highs.ts';
import { solvePlan } from './solve-plan.ts';
import { overLimit } from './over-limit.ts';
import { planAnswer } from './plan-answer.ts';
import { planDifference } from './plan-difference.ts';
import type { PlanInput } from './plan-input.ts';
import { workedExample, workedLimit } from './testing/worked-example.ts';

let highs: Highs;
beforeAll(async () => {
  highs = await loadHighs();
});

const answerOf = (input: PlanInput): PlanBody =>
  planAnswer(input, solvePlan(highs, input), { ...workedLimit, storeName: (id) => `Store ${id}` });

describe('the worked example of docs/reassortment.md', () => {
  it('is what the plan answers', () => {
    const { shipments, suggestedAdditions, suggestedRemovals, levels } = answerOf(workedExample);
    const lines = [
      ...shipments.flatMap(({ fromStoreId, toStoreId, stones }) =>
        stones.map(
          ({ customerStoneId, binSpec, reason }) =>
            `${customerStoneId}: store ${fromStoreId} sends it to store ${toStoreId}, ${binSpec} (${reason})`,
        ),
      ),
      ...suggestedAdditions.map(
        ({ parcelName, storeId, binSpec, reason, overLimit: isOver }) =>
          `${parcelName}: added to store ${storeId}, ${binSpec} (${reason}), ${isOver ? 'Over' : 'OK'}`,
      ),
      ...suggestedRemovals.flatMap(({ names, storeId, reason }) =>
        names.map((name) => `${name}: removed from store ${storeId} (${reason})`),
      ),
      ...levels.slice(1).map(({ name, optimum }) => `${name}: ${optimum}`),
    ];
    const page = readFileSync(new URL('../../../docs/reassortment.md', import.meta.url), 'utf8');
    const [, example] = page.split('```text\n');
    expect(example?.split('\n```')[0]?.split('\n')).toEqual(lines);
  });

  it('has the stone itself with each addition', () => {
    const { suggestedAdditions } = answerOf(workedExample);
    expect(suggestedAdditions.length).toBeGreaterThan(0);
    for (const { stone, parcelName, shapeCode, weight, total } of suggestedAdditions)
      expect(stone).toMatchObject({ parcelName, shape: shapeCode, weight, total });
  });

  it('keeps a locked stone in its store, and shows what that changes', () => {
    const locked = {
      ...workedExample,
      units: workedExample.units.map((unit) => ({ ...unit, isLocked: unit.customerStoneId === 'A4' })),
    };
    const difference = planDifference(answerOf(workedExample), answerOf(locked));
    expect(difference.shipments).toEqual({
      onlyFirst: [expect.objectContaining({ name: 'A4', fromStoreId: '1', toStoreId: '2' })],
      onlySecond: [expect.objectContaining({ name: 'A2', fromStoreId: '1', toStoreId: '2' })],
    });
    expect(difference.bins).toEqual([]);
    expect(difference.additions).toEqual({ onlyFirst: [], onlySecond: [] });
  });

  it('differs in nothing from itself', () => {
    const answer = answerOf(workedExample);
    expect(planDifference(answer, answer)).toEqual({
      shipments: { onlyFirst: [], onlySecond: [] },
      additions: { onlyFirst: [], onlySecond: [] },
      removals: { onlyFirst: [], onlySecond: [] },
      bins: [],
      levels: [],
    });
  });
});

it('answers the price deviation in whole cents, also where a piece is worth a part of one', () => {
  const [first] = workedExample.bins;
  const { levels } = answerOf({
    ...workedExample,
    bins: [{ ...first!, targetQty: 3, maxQty: 3, targetCents: 100_001 }],
    units: workedExample.units.slice(0, 1),
    additions: [],
  });
  expect(levels).toContainEqual({ name: 'price deviation', optimum: 666.66 });
});

describe('removals', () => {
  it('offer a return for what is held from us alone, and name the bin that is full', () => {
    const [first] = workedExample.bins;
    const answer = answerOf({
      ...workedExample,
      bins: [{ ...first!, targetQty: 1, maxQty: 1 }],
      additions: [],
    });
    expect(answer.suggestedRemovals).toEqual([
      expect.objectContaining({
        storeId: '1',
        binSpec: 'RD | 0.30-0.39 | VS1-VS2',
        quantity: 4,
        names: ['A2', 'A3', 'A4', 'A5'],
        parcelNames: ['AR-9'],
        reason: 'max 1, have 1',
      }),
      expect.objectContaining({ storeId: '2', binSpec: null, names: ['B1'], reason: 'no bin is close' }),
    ]);
  });

  it('name the store of a bin of another store, so that bins that read the same differ', () => {
    const [bin] = workedExample.bins;
    const [unit] = workedExample.units;
    const full = { ...bin!, minQty: 0, targetQty: 0, maxQty: 0 };
    const answer = answerOf({
      ...workedExample,
      bins: ['1', '2'].map((storeId) => ({ ...full, storeId })),
      units: ['1', '3'].map((storeId, at) => ({ ...unit!, customerStoneId: `A${at}`, storeId })),
      additions: [],
    });
    expect(answer.suggestedRemovals.map(({ storeId, binStoreName }) => [storeId, binStoreName])).toEqual([
      ['1', undefined],
      ['3', 'Store 1'],
    ]);
  });

  it('offer none for a stone that is only requested', () => {
    const answer = answerOf({
      ...workedExample,
      bins: [],
      units: workedExample.units.map((unit) => ({ ...unit, isRequested: unit.heldParcel !== null })),
    });
    expect(answer.suggestedRemovals.flatMap(({ parcelNames }) => parcelNames)).toEqual([]);
  });

  it('offer none for a stone on its way back', () => {
    const answer = answerOf({
      ...workedExample,
      bins: [],
      units: workedExample.units.map((unit) => ({ ...unit, isOnItsWayBack: unit.heldParcel !== null })),
    });
    expect(answer.suggestedRemovals.flatMap(({ parcelNames }) => parcelNames)).toEqual([]);
  });
});

describe('over the limit', () => {
  const bins = [{ ...workedExample.bins[0]!, minQty: 3, targetQty: 3, maxQty: 3 }];
  const additions = [500_000, 400_000, 100_000].map((totalCents, at) => ({
    parcelName: `AR-${at}`,
    bin: 0,
    score: at,
    totalCents,
  }));
  const names = (limit: typeof workedLimit) => [...overLimit(additions, bins, () => 0, limit)];

  it('is the first that passes the maximum, and all after it', () => {
    expect(names({ exposureCents: 1_200_000, maximumCents: 2_000_000 })).toEqual(['AR-1', 'AR-2']);
  });

  it('is nothing where no maximum is set', () => {
    expect(names({ exposureCents: 1_200_000, maximumCents: 0 })).toEqual([]);
  });

  it("counts the customer's own stones of a bin towards its minimum", () => {
    const [one] = bins;
    const two = [
      { ...one!, minQty: 1, targetQty: 2 },
      { ...one!, storeId: '2', minQty: 1 },
    ];
    const close = { parcelName: 'AR-0', bin: 0, score: 0, totalCents: 100 };
    const far = { parcelName: 'AR-1', bin: 1, score: 5, totalCents: 100 };
    const ownIn = (bin: number) => (bin === 0 ? 1 : 0);
    expect([...overLimit([close, far], two, ownIn, { exposureCents: 0, maximumCents: 100 })]).toEqual([
      'AR-0',
    ]);
  });

  it('of stones as close the nearer to the price that the bin expects is walked first', () => {
    const expecting = [{ ...bins[0]!, targetQty: 2, targetCents: 800_000 }];
    const alike = additions.map((addition) => ({ ...addition, score: 0 }));
    const limit = { exposureCents: 0, maximumCents: 500_000 };
    expect([...overLimit(alike, expecting, () => 0, limit)]).toEqual(['AR-0', 'AR-2']);
  });

  it('walks what fills a minimum first, though it is farther', () => {
    const [one] = bins;
    const two = [
      { ...one!, minQty: 0 },
      { ...one!, storeId: '2' },
    ];
    const close = { parcelName: 'AR-0', bin: 0, score: 0, totalCents: 100 };
    const far = { parcelName: 'AR-1', bin: 1, score: 5, totalCents: 100 };
    expect([...overLimit([close, far], two, () => 0, { exposureCents: 0, maximumCents: 100 })]).toEqual([
      'AR-0',
    ]);
  });
});
