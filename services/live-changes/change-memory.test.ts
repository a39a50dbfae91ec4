import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChangeMemory } from './change-memory.ts';
import type { ChangeNotice } from './change-notice.ts';
import { nothing } from './testing/stone-events.ts';

const noticeAt = (position: number, carts: number[] = []): ChangeNotice => ({
  ...nothing,
  position: String(position),
  carts,
});
const positions = (notices: readonly ChangeNotice[] | null) => notices?.map(({ position }) => position);

test('before the first notice nothing is remembered, and that one is where it begins', () => {
  const memory = createChangeMemory();
  expect([memory.since(7n), memory.newest()]).toEqual([null, null]);
  memory.remember(noticeAt(7));
  memory.remember(noticeAt(9));
  expect(memory.since(6n)).toBe(null);
  expect(positions(memory.since(7n))).toEqual(['9']);
  expect(positions(memory.since(8n))).toEqual(['9']);
  expect(positions(memory.since(9n))).toEqual([]);
  expect(memory.newest()).toBe(9n);
});

test('after notices were lost it begins again with the next one', () => {
  const memory = createChangeMemory();
  memory.remember(noticeAt(7));
  memory.remember(noticeAt(8));
  memory.forget();
  expect([memory.since(8n), memory.newest()]).toEqual([null, null]);
  memory.remember(noticeAt(12));
  expect(memory.since(8n)).toBe(null);
  expect(positions(memory.since(12n))).toEqual([]);
});

test('it is bounded by what the notices name: the oldest go first', () => {
  const memory = createChangeMemory(10);
  for (let position = 1; position <= 100; position += 1) memory.remember(noticeAt(position, [12]));
  // Five of two each.
  expect(memory.since(94n)).toBe(null);
  expect(positions(memory.since(95n))).toEqual(['96', '97', '98', '99', '100']);
  memory.remember(
    noticeAt(
      101,
      Array.from({ length: 11 }, (_, index) => index),
    ),
  );
  expect(memory.since(100n)).toBe(null);
  expect(positions(memory.since(101n))).toEqual([]);
});

/** Which of two processes follows the read model that each event of the log is in, and in which order their notices come. */
const published = fc.record({
  ofFirst: fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
  batches: fc.infiniteStream(fc.integer({ min: 1, max: 4 })),
  turns: fc.infiniteStream(fc.boolean()),
  most: fc.integer({ min: 1, max: 60 }),
});

/** The events of each notice by their positions, in the order in which the notices come. */
function arrivals({
  ofFirst,
  batches,
  turns,
}: {
  ofFirst: boolean[];
  batches: Iterator<number>;
  turns: Iterator<boolean>;
}): number[][] {
  const noticesOf = (first: boolean): number[][] => {
    const own = ofFirst.flatMap((isFirst, index) => (isFirst === first ? [index + 1] : []));
    const notices: number[][] = [];
    while (own.length > 0) notices.push(own.splice(0, batches.next().value as number));
    return notices;
  };
  const [one, other] = [noticesOf(true), noticesOf(false)];
  const come: number[][] = [];
  while (one.length + other.length > 0) {
    const next = turns.next().value ? (one.shift() ?? other.shift()) : (other.shift() ?? one.shift());
    come.push(next!);
  }
  return come;
}

test('a client that resumes gets every event that it has missed, or learns that they are not remembered', () => {
  fc.assert(
    fc.property(published, ({ ofFirst, batches, turns, most }) => {
      const come = arrivals({ ofFirst, batches, turns });
      const memory = createChangeMemory(most);
      for (const events of come) memory.remember(noticeAt(events.at(-1)!, events));
      const remembered = (known: number) => memory.since(BigInt(known))?.flatMap(({ carts }) => carts);

      // One that listened until a notice came, and knows its position.
      come.forEach((heard, nth) => {
        const missed = come.slice(nth + 1).flat();
        const named = remembered(heard.at(-1)!);
        if (named) expect(named).toEqual(expect.arrayContaining(missed));
      });
      // One that has read lists made of everything up to a position.
      for (let known = 0; known <= ofFirst.length; known += 1) {
        const missed = come.flat().filter((event) => event > known);
        const named = remembered(known);
        if (named) expect(named).toEqual(expect.arrayContaining(missed));
      }
    }),
    { numRuns: 500 },
  );
});
