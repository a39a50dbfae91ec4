import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPositions } from '#projections/engine/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { availableStones } from './available-stones.ts';

let vitrine: SmallVitrine;
let stones = 0;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

async function aStone(weight: number, shapeCode: string): Promise<string> {
  const parcelName = `AR-${++stones}`;
  await vitrine.listStone(parcelName, { shapeCode, weight });
  await vitrine.shown();
  return parcelName;
}

test('stones that are too many to keep are read for each question, to the same answer', async () => {
  const { db, events } = vitrine.context;
  for (const shapeCode of ['OV', 'RD'])
    for (let weight = 3000; weight <= 13_000; weight += 2000) await aStone(weight, shapeCode);
  const positions = createPositions(db, await logIdOf(events));
  const deps = { db, line: 'natural' as const, mark: () => positions.markOf(['parcels']) };
  const [kept, read] = [availableStones(deps), availableStones({ ...deps, mostKept: 3 })];
  const sorted = (stones: readonly { parcelName: string }[]) =>
    stones.toSorted((a, b) => (a.parcelName < b.parcelName ? -1 : 1));
  const spans: [string[] | null, number, number][] = [
    [['OV'], 3000, 9000],
    [null, 1, 100_000],
    [['RD', 'OV'], 9000, 9900],
    [['EM'], 1, 100_000],
  ];
  for (const [shapes, lightest, heaviest] of spans) {
    const expected = sorted(await kept.within(shapes, lightest, heaviest));
    expect(sorted(await read.within(shapes, lightest, heaviest))).toEqual(expected);
  }
  expect((await kept.within(null, 1, 100_000)).length).toBe(12);
});

test('what is kept follows every change and a rebuild: it is what reading everything again would give', async () => {
  const { db } = vitrine.context;
  let mark = 'first';
  const deps = { db, line: 'natural' as const, mark: async () => mark };
  const followed = availableStones(deps);
  const birch = await vitrine.as('birch');
  const names: string[] = [];
  const same = async (): Promise<void> => {
    const [a, b] = [
      await followed.within(['EM'], 1, 1_000_000),
      await availableStones(deps).within(['EM'], 1, 1_000_000),
    ];
    expect(new Set(a)).toEqual(new Set(b));
  };
  for (let round = 0; round < 6; round++) {
    names.push(await aStone(1000 + round, 'EM'));
    const taken = names[Math.floor(round / 2)]!;
    await birch.post(`/inventory/${round % 2 === 0 ? 'request_stones' : 'return'}`, { parcelNames: [taken] });
    await vitrine.shown();
    await Promise.all([same(), same(), same()]);
    if (round === 3) mark = 'second';
  }
});
