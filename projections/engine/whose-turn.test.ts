import { describe, expect, test } from 'vitest';
import { whoseTurn } from './whose-turn.ts';

const carts = { name: 'carts', version: 1 };
const parcels = { name: 'parcels', version: 2 };
const stones = { name: 'stones', version: 1 };

/** What is taken up where `free` have no process; parcels is foremost, stones has no build yet. */
function turn(
  free: readonly string[],
  more: { follows?: boolean; standingBySince?: number; built?: number } = {},
) {
  return whoseTurn({
    missing: [stones, carts, parcels],
    builds: new Map([
      ['carts', { version: more.built ?? 1, position: 5n }],
      ['parcels', { version: 2, position: 9n }],
    ]),
    isFree: ({ name }) => free.includes(name),
    follows: more.follows ?? false,
    standingBySince: more.standingBySince,
    now: 10_000,
  });
}

test('given all are free, then they are taken with the foremost first', () => {
  expect(turn(['carts', 'parcels', 'stones'])).toEqual({
    others: [],
    next: [parcels, carts, stones],
    standingBySince: undefined,
  });
});

test('given a build of another version, then it is apart and does not hold up the others', () => {
  const { others, next } = turn(['carts', 'parcels', 'stones'], { built: 3 });
  expect({ others, next }).toEqual({ others: [carts], next: [parcels, stones] });
});

describe('given another process has the foremost', () => {
  test('then what is free is left to it for two seconds', () => {
    expect(turn(['carts'])).toEqual({ others: [], next: [], standingBySince: 10_000 });
    expect(turn(['carts'], { standingBySince: 8_001 })).toMatchObject({ next: [], standingBySince: 8_001 });
    expect(turn(['carts'], { standingBySince: 8_000 })).toMatchObject({
      next: [carts],
      standingBySince: 8_000,
    });
  });

  test('when this process follows one already, then it takes what is free at once', () => {
    expect(turn(['carts'], { follows: true, standingBySince: 9_999 })).toMatchObject({
      next: [carts],
      standingBySince: undefined,
    });
  });

  test('when nothing is free, then it stands by for nothing', () => {
    expect(turn([], { standingBySince: 9_000 })).toMatchObject({ next: [], standingBySince: undefined });
  });
});
