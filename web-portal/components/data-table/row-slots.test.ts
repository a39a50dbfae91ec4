import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_SLOTS, slotsFor, type RowSlots } from './row-slots.ts';

const slots = ({ keys, slotOf }: RowSlots): (number | undefined)[] => keys.map((key) => slotOf.get(key));
const first = slotsFor(['a', 'b', 'c', 'd'], null, NO_SLOTS);

describe('Elements of rows', () => {
  it('are filled with the rows that come, in order', () => {
    expect(slots(slotsFor(['e', 'f', 'g'], null, first))).toEqual([0, 1, 2]);
    expect(slots(slotsFor(['d', 'c', 'b', 'a', 'e'], null, first))).toEqual([0, 1, 2, 3, 4]);
  });
  it('where most rows stay in their order, each keeps its own', () => {
    expect(slots(slotsFor(['a', 'c', 'd', 'e'], null, first))).toEqual([0, 2, 3, 4]);
    expect(slots(slotsFor(['e', 'a', 'b', 'c'], null, first))).toEqual([4, 0, 1, 2]);
    expect(slots(slotsFor(['a', 'e', 'c', 'd'], null, first))).toEqual([0, 1, 2, 3]);
  });
  it('the focus stays with its row, and goes nowhere when that goes', () => {
    expect(slots(slotsFor(['c', 'e', 'f', 'g'], 'c', first))).toEqual([2, 3, 4, 5]);
    expect(slots(slotsFor(['e', 'f', 'c', 'g'], 'c', first))).toEqual([0, 1, 2, 3]);
    expect(slots(slotsFor(['e', 'f', 'g', 'h'], 'b', first))).toEqual([0, 2, 3, 4]);
  });
  it('each row has one of its own, page after page, and no element is moved', () => {
    const page = fc.record({
      keys: fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 6 }),
      visited: fc.option(fc.constantFrom(...'abcdefghij')),
    });
    fc.assert(
      fc.property(fc.array(page, { maxLength: 8 }), (pages) => {
        let before = NO_SLOTS;
        for (const { keys, visited } of pages) {
          const now = slotsFor(keys, visited, before);
          expect(new Set(slots(now)).size).toBe(keys.length);
          const places = slots(now).map((slot) => slots(before).indexOf(slot));
          const kept = places.filter((place) => place >= 0);
          expect(kept).toEqual(kept.toSorted((a, b) => a - b));
          const focused = visited === null ? undefined : before.slotOf.get(visited);
          if (focused !== undefined)
            expect(keys.filter((key) => now.slotOf.get(key) === focused)).toEqual(
              keys.filter((key) => key === visited),
            );
          before = now;
        }
      }),
    );
  });
});
