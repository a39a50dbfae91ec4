import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements } from '#tests/support/count-statements.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

const SAMPLES = 6;

let vitrine: SmallVitrine;
let statements: () => number;

beforeAll(async () => {
  statements = countStatements();
  vitrine = await startSmallVitrine();
  for (let index = 0; index < 40; index++) await vitrine.listStone(`AR-${index}`);
  await vitrine.shown();
});
afterAll(() => vitrine.close());

/** Resolves when nothing has been asked for a while: reactors have come to rest. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== statements();) {
    before = statements();
    await sleep(100);
  }
}

// The checkpoints, and what is asked for where it may have changed; some more, as a heartbeat may fall into each sample.
test.each([
  ['details', (stone: string) => ({ parcelName: stone }), 4],
  ['rows', (stone: string) => ({ parcelNames: [stone] }), 4],
  ['customer', () => ({}), 3],
  ['past', () => ({}), 3],
  ['similar', (stone: string) => ({ parcelName: stone, limit: 5 }), 7],
])('after a change of another customer %s costs few round trips', async (path, bodyOf, most) => {
  const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
  const counts: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const call = sample % 2 === 0 ? 'request_stones' : 'return';
    expect((await birch.post(`/inventory/${call}`, { parcelNames: ['AR-1'] })).status).toBe(200);
    await quiet();
    // Who is signed in, what is parked and what shapes are called is asked once a second.
    expect((await alder.post('/labgrown/rows', { parcelNames: ['AR-1'] })).status).toBe(200);
    const before = statements();
    expect((await alder.post(`/inventory/${path}`, bodyOf(`AR-${10 + sample}`))).status).toBe(200);
    counts.push(statements() - before);
  }
  expect(Math.min(...counts)).toBeLessThanOrEqual(most);
});
