import { describe, expect, test } from 'vitest';
import type { Bill, CalculatedBill, Override } from '#contracts/billing/index.ts';
import { newCustomer } from '#contracts/customer/index.ts';
import { calculateBill } from './calculation/calculate-bill.ts';
import { billRequest, unmatchedKeys } from './calculation/replacing.ts';
import { decideCreateBill, type CreateBill } from './create-bill.ts';
import { CUSTOMER, exampleWorld, lineOverride, type world } from './testing/billing-world.ts';

/** What becomes of a month's bill when it is made again (rule: Replacing a bill). */

type Story = ReturnType<typeof world>;
const FEE_OF_B = 'FEE:B:VITRINE/MEMO/B-2026-04-11/1';
const TERMS: Override = {
  target: 'TERM',
  customerId: CUSTOMER,
  term: 'feeRatePpm',
  value: 5_000,
  reason: 'agreed',
};

function decide(
  story: Story,
  more: { overrides?: readonly Override[] } & Pick<CreateBill, 'replaces' | 'willBe'> = {},
) {
  const billed = Object.fromEntries(story.facts().bills.map(({ month, version }) => [month, version]));
  const request = { month: '2026-04', cut: story.cut(), overrides: [], ...more };
  return decideCreateBill({ ...newCustomer(CUSTOMER), billed }, story.accounts(), request);
}
const made = (decided: ReturnType<typeof decide>): CalculatedBill => {
  if (decided.bill === null) throw new Error(decided.outcome);
  return decided.bill;
};

/** April billed on 1 May with B's fee of 34.00 overridden to 20.00: 288.24, due on 31 May. */
function overridden(): { story: Story; bill: Bill } {
  const story = exampleWorld();
  const bill = story.issue(
    calculateBill(story.accounts(), {
      month: '2026-04',
      cut: story.cut(),
      overrides: [lineOverride(FEE_OF_B, 2_000)],
    }),
  );
  expect([bill.totalCents, bill.dueDate]).toEqual([28_824, '2026-05-31']);
  return { story: story.recordingAt('2026-05-20T12:00:00.000Z'), bill };
}

describe('made again', () => {
  test('without a sheet, or with one that names others, nothing that was agreed is dropped', () => {
    const { story } = overridden();
    expect(decide(story).outcome).toBe('UNCHANGED');
    story.document('RETURN_MEMO', 'C', '2026-04-11', { docNo: 'RC', version: 2, amountCents: 150_000 });
    const again = made(decide(story, { replaces: 1 }));
    expect(again.totalCents).toBe(28_824 - 500 + 350);
    expect(again.overrides).toEqual([lineOverride(FEE_OF_B, 2_000)]);
    const named = made(decide(story, { replaces: 1, overrides: [TERMS] }));
    expect(named.overrides).toEqual([lineOverride(FEE_OF_B, 2_000), TERMS]);
    expect(named.lines.find(({ key }) => key === FEE_OF_B)?.amountCents).toBe(2_000);
  });

  test('only by what was shown: one that has become another since is refused with both amounts', () => {
    const { story, bill } = overridden();
    const { dueDate } = bill;
    story.document('RETURN_MEMO', 'C', '2026-04-11', { docNo: 'RC', version: 2, amountCents: 150_000 });
    const shown = { totalCents: 28_824 - 500, dueDate };
    expect(() => decide(story, { replaces: 1, willBe: shown })).toThrow(
      expect.objectContaining({
        code: 'REPLACES_BILL',
        field: 'willBe',
        message: expect.stringMatching(/by \$286\.74, due 2026-05-31, not by \$283\.24, due 2026-05-31/),
      }),
    );
    const seen = { totalCents: 28_824 - 500 + 350, dueDate };
    expect(decide(story, { replaces: 1, willBe: seen }).outcome).toBe('REPLACED');
    const later = { ...seen, dueDate: '2026-06-30' };
    expect(() => decide(story, { replaces: 1, willBe: later })).toThrow(/due 2026-06-30/);
  });

  test('a bill of the first policy that comes to the same is not replaced', () => {
    const story = exampleWorld();
    story.issue(
      calculateBill(story.accounts(), {
        month: '2026-04',
        cut: story.cut(),
        overrides: [],
        policyVersion: 1,
      }),
    );
    expect(decide(story).outcome).toBe('UNCHANGED');
  });

  test('a sheet that names the line replaces what was agreed of it', () => {
    const { story } = overridden();
    const again = made(decide(story, { replaces: 1, overrides: [lineOverride(FEE_OF_B, 2_500)] }));
    expect(again.overrides).toEqual([lineOverride(FEE_OF_B, 2_500)]);
    expect(again.totalCents).toBe(29_324);
  });

  test('what was agreed of a line that is gone goes with it', () => {
    const { story } = overridden();
    story.document('MEMO', 'B', '2026-04-11', { version: 2, amountCents: null });
    expect(made(decide(story, { replaces: 1 })).overrides).toEqual([]);
  });

  test.each([
    ['TRUE_UP', ['minInventoryCents']],
    ['SURCHARGE', ['hafPct1Ppm', 'hafPct2Ppm']],
  ] as const)('so does what was agreed of %s when the sheet’s terms leave no such line', (lineKey, terms) => {
    const story = exampleWorld();
    const agreed = [lineOverride(lineKey, 1_000), lineOverride(FEE_OF_B, 2_000)];
    const request = { month: '2026-04', cut: story.cut(), overrides: agreed };
    story.issue(calculateBill(story.accounts(), request));
    const overrides = terms.map((term): Override => ({ ...TERMS, target: 'TERM', term, value: 0 }));
    const again = made(decide(story, { replaces: 1, overrides }));
    expect(again.overrides).toEqual([lineOverride(FEE_OF_B, 2_000), ...overrides]);
    expect(again.lines.map(({ key }) => key)).not.toContain(lineKey);
  });

  test('a sheet may name a line that is there by the terms agreed before, and none that its own terms take away', () => {
    const story = exampleWorld();
    const without: Override = { ...TERMS, target: 'TERM', term: 'minInventoryCents', value: 0 };
    const waived = lineOverride('TRUE_UP', 0);
    const unmatched = (...given: Override[]) => [
      ...unmatchedKeys(story.accounts(), '2026-04', story.cut(), given),
    ];
    expect(unmatched(waived)).toEqual([]);
    expect(unmatched(waived, without, lineOverride('FEE:X', 0))).toEqual(['TRUE_UP', 'FEE:X']);
    story.terms({ minInventoryCents: 0 }, '2026-04-01');
    expect(unmatched(waived)).toEqual(['TRUE_UP']);
    const overrides = [{ ...without, value: 5_000_000 }];
    story.issue(calculateBill(story.accounts(), { month: '2026-04', cut: story.cut(), overrides }));
    expect(unmatched(waived)).toEqual([]);
    expect(made(decide(story, { replaces: 1, overrides: [waived] })).overrides).toEqual([
      ...overrides,
      waived,
    ]);
  });

  test('the due date of the first version stays, unless a sheet gives other payment days', () => {
    const { story } = overridden();
    const lower = lineOverride(FEE_OF_B, 1_000);
    const second = made(decide(story, { replaces: 1, overrides: [lower] }));
    expect(second.dueDate).toBe('2026-05-31');
    story.issue(second);
    story.recordingAt('2026-06-20T12:00:00.000Z');
    const days: Override = { ...TERMS, target: 'TERM', term: 'paymentDays', value: 10 };
    expect(made(decide(story, { replaces: 2, overrides: [lineOverride(FEE_OF_B, 0)] })).dueDate).toBe(
      '2026-05-31',
    );
    expect(made(decide(story, { replaces: 2, overrides: [days, lower] })).dueDate).toBe('2026-05-11');
  });

  test('only by who has seen the bill that is replaced; the refusal says both amounts', () => {
    const { story } = overridden();
    story.document('RETURN_MEMO', 'C', '2026-04-11', { docNo: 'RC', version: 2, amountCents: 150_000 });
    for (const replaces of [undefined, 2])
      expect(() => decide(story, { replaces })).toThrow(
        'April 2026 is billed to customer 7: version 1 is $288.24, due 2026-05-31; it would be replaced by $286.74, due 2026-05-31. Confirm that version 1 is replaced: Create on the Billing page shows both.',
      );
    expect(decide(story, { replaces: 1 }).outcome).toBe('REPLACED');
  });
});

test('given a bill of which only a line’s key changes, then the refusal says that the total stays and lines differ', () => {
  const { story, bill } = overridden();
  const [first, ...others] = bill.lines;
  story.issue({ ...bill, lines: [{ ...first!, key: `${first!.key}/1` }, ...others] });
  expect(() => decide(story)).toThrow(
    'version 2 is $288.24, due 2026-05-31; it would be replaced by one of the same amount and day, whose lines differ. Confirm that version 2 is replaced',
  );
});

test('closed by a later bill it is answered while it is unchanged, and refused when it is not', () => {
  const { story, bill } = overridden();
  story.issue({ ...bill, month: '2026-05', lines: [] });
  expect(decide(story)).toEqual({ outcome: 'UNCHANGED', bill });
  story.document('RETURN_MEMO', 'C', '2026-04-11', { docNo: 'RC', version: 2, amountCents: 150_000 });
  for (const replaces of [undefined, 1])
    expect(() => decide(story, { replaces })).toThrow(
      '2026-04 is closed for customer 7: 2026-05 has been billed. What changed since goes on the next bill as an adjustment.',
    );
});

test('at its own cut a bill is asked for as it was issued, its due date and its time too', () => {
  const { story, bill } = overridden();
  story.terms({ paymentDays: 60 }, '2026-04-01');
  const cut = { ...bill.cut, recordedAt: '2026-04-30T12:00:00.000Z' };
  const request = billRequest(story.accounts(), '2026-04', cut);
  expect(calculateBill(story.accounts(), request)).toMatchObject({
    cut: bill.cut,
    dueDate: bill.dueDate,
    lines: bill.lines,
    inputHash: bill.inputHash,
  });
});

test('at its own cut a sheet counts all the same', () => {
  const { story, bill } = overridden();
  const given = [lineOverride(FEE_OF_B, 2_500)];
  expect(billRequest(story.accounts(), '2026-04', bill.cut, given).overrides).toEqual(given);
});
