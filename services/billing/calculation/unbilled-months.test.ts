import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { EXAMPLE_TERMS, world } from '../testing/billing-world.ts';
import { calculateBill } from './calculate-bill.ts';
import { explainChange } from './explain-change.ts';
import { explainedSlowly } from '../testing/explained-slowly.ts';

/** What reaches a month without a bill, when the bill after it is made again (rule: Closing and adjusting; rule: Replacing a bill). */

const PLAIN = { ...EXAMPLE_TERMS, minInventoryCents: 0, gracePeriodDays: 0, giaRoundDiscountPpm: 0 };
type Story = ReturnType<typeof world>;

const bill = (story: Story, month: string, policyVersion?: number) =>
  calculateBill(story.accounts(), { month, cut: story.cut(), policyVersion });
const adjustments = (story: Story, month: string, policyVersion?: number) =>
  bill(story, month, policyVersion).lines.flatMap((line) =>
    line.kind === 'ADJUSTMENT' && line.amountCents !== 0 ? [[line.key, line.amountCents] as const] : [],
  );

/** X is on memo from 1 February; a MEMO of Y dated 15 January comes after February was billed: $54.84 of January. */
function februaryBilled(): Story {
  const story = world(PLAIN).registered().vendor();
  story.stone('X', { listCents: 1_000_000 });
  story.stone('Y', { listCents: 1_000_000 });
  story
    .recordingAt('2026-02-01T15:00:00.000Z')
    .document('MEMO', 'X', '2026-02-01', { amountCents: 1_000_000 });
  story.recordingAt('2026-03-01T15:00:00.000Z').issue(bill(story, '2026-02'));
  story.recordingAt('2026-03-03T15:00:00.000Z');
  story.document('MEMO', 'Y', '2026-01-15', { amountCents: 1_000_000, docNo: 'Y' });
  return story;
}
const JANUARY = ['ADJUSTMENT:2026-01:FEE:Y', 5_484];

describe('a month that had nothing to bill', () => {
  test('is put right by the bill after the one that was replaced, as without the replacement', () => {
    const story = februaryBilled();
    expect(adjustments(story, '2026-03')).toContainEqual(JANUARY);
    expect(story.issue(bill(story, '2026-02')).totalCents).toBe(20_000);
    expect(adjustments(story, '2026-03')).toEqual([JANUARY]);
  });

  test('names the entry as the cause of it', () => {
    const story = februaryBilled();
    story.issue(bill(story, '2026-02'));
    const line = bill(story, '2026-03').lines.find(({ key }) => key === JANUARY[0]);
    expect(line?.kind === 'ADJUSTMENT' && line.working.causes).toMatchObject([
      { what: 'MEMO of Y dated 2026-01-15', deltaCents: 5_484 },
    ]);
  });

  test('is put right once, and taken back once when its reason goes', () => {
    const story = februaryBilled();
    story.issue(bill(story, '2026-02'));
    story.issue(bill(story, '2026-03'));
    expect(adjustments(story, '2026-04')).toEqual([]);
    story.document('MEMO', 'Y', '2026-01-15', { docNo: 'Y', version: 2, amountCents: null });
    expect(adjustments(story, '2026-04')).toContainEqual(['ADJUSTMENT:2026-01:FEE:Y', -5_484]);
  });

  test('owes nothing when its reason goes before the next bill', () => {
    const story = februaryBilled();
    story.issue(bill(story, '2026-02'));
    story.document('MEMO', 'Y', '2026-01-15', { docNo: 'Y', version: 2, amountCents: null });
    expect(adjustments(story, '2026-03')).toEqual([['ADJUSTMENT:2026-02:FEE:Y', -10_000]]);
  });

  test('bills of the second policy are derived by it, which lost it', () => {
    const story = februaryBilled();
    story.issue(bill(story, '2026-02'));
    expect(adjustments(story, '2026-03', 2)).toEqual([]);
  });
});

test('bills and the adjustments of the next come to the same with and without replacements', () => {
  const entry = fc.record({
    stone: fc.constantFrom('X', 'Y', 'Z'),
    type: fc.constantFrom('MEMO' as const, 'RETURN_MEMO' as const),
    day: fc.integer({ min: 1, max: 89 }),
    billedAgain: fc.constantFrom(null, '2026-02', '2026-03'),
  });
  const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
  const total = (
    entries: readonly (typeof entry extends fc.Arbitrary<infer Row> ? Row : never)[],
    replaced: boolean,
  ) => {
    const story = world(PLAIN).registered().vendor();
    for (const name of ['X', 'Y', 'Z']) story.stone(name, { listCents: 1_000_000 });
    story
      .recordingAt('2026-02-02T15:00:00.000Z')
      .document('MEMO', 'X', '2026-02-01', { amountCents: 1_000_000 });
    story.issue(bill(story, '2026-02'));
    let march = false;
    for (const [index, { stone, type, day, billedAgain }] of entries.entries()) {
      story.document(type, stone, dayOf(day), { amountCents: 1_000_000, docNo: `D-${index}` });
      if (billedAgain === '2026-03') {
        if (!march || replaced) story.issue(bill(story, '2026-03'));
        march = true;
      }
      if (billedAgain === '2026-02' && !march && replaced) story.issue(bill(story, '2026-02'));
    }
    const next = march ? '2026-04' : '2026-03';
    const { bills } = story.facts();
    const issued = [...new Map(bills.map((one) => [one.month, one])).values()];
    const explained = explainChange(story.accounts(), next, bills[0]!.cut, story.cut());
    expect(explained).toEqual(explainedSlowly(story.accounts(), next, bills[0]!.cut, story.cut()));
    return [...issued, bill(story, next)].reduce((sum, { totalCents }) => sum + totalCents, 0);
  };
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 7 }), (entries) => {
      expect(total(entries, true)).toBe(total(entries, false));
    }),
    { numRuns: 60 },
  );
});
