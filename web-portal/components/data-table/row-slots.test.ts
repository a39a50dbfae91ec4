import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_SLOTS, slotsFor, type RowSlots } from './row-slots.ts';

const slots = ({ keys, slotOf }: RowSlots): (number | undefined)[] => keys.map((key) => slotOf.get(key));

describe('Elements of rows', () => {
  it('a row that comes takes over that of one that goes', () => {
    const first = slotsFor(['a', 'b', 'c'], null, NO_SLOTS);
    expect(slots(slotsFor(['d', 'b', 'e'], null, first))).toEqual([0, 1, 2]);
    expect(slots(slotsFor(['c', 'd', 'e', 'f'], null, first))).toEqual([2, 0, 1, 3]);
  });
  it('the focus stays with its row, and goes nowhere when that goes', () => {
    const first = slotsFor(['a', 'b', 'c'], 'b', NO_SLOTS);
    expect(slots(slotsFor(['b', 'd', 'e'], 'b', first))).toEqual([1, 0, 2]);
    expect(slots(slotsFor(['d', 'e', 'f'], 'd', first))).toEqual([0, 2, 3]);
  });
  it('each row has one of its own, page after page, and the rows that stay keep theirs', () => {
    const page = fc.record({
      keys: fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 6 }),
      active: fc.option(fc.constantFrom(...'abcdefghij')),
    });
    fc.assert(
      fc.property(fc.array(page, { maxLength: 8 }), (pages) => {
        let before = NO_SLOTS;
        for (const { keys, active } of pages) {
          const now = slotsFor(keys, active, before);
          expect(new Set(slots(now)).size).toBe(keys.length);
          for (const key of keys) {
            if (before.slotOf.has(key)) expect(now.slotOf.get(key)).toBe(before.slotOf.get(key));
            else if (before.activeKey !== null)
              expect(now.slotOf.get(key)).not.toBe(before.slotOf.get(before.activeKey));
          }
          before = now;
        }
      }),
    );
  });
});
