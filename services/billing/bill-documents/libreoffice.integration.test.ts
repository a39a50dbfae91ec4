import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BillLine, LineOf } from '#contracts/billing/index.ts';
import { mulDivRound, PPM } from '#contracts/vocabulary/money.ts';
import { recalculate, type Recalculated } from '#tests/support/spreadsheet-program.ts';
import { concernsCustomer, type BillDocument } from './bill-document.ts';
import { billWorkbook } from './bill-workbook.ts';
import { statementWorkbook } from './statement-workbook.ts';
import { aprilDocument, lineOverride, mayDocument, statementOf } from './testing/example-documents.ts';

const common: Pick<
  LineOf<'FEE'>,
  'line' | 'override' | 'vendorParts' | 'tradingSystemCents' | 'houseCents'
> = {
  line: 'natural',
  override: null,
  vendorParts: [],
  tradingSystemCents: 0,
  houseCents: 0,
};

/** Amounts of every size and rates of every fineness, half cents among them, computed exactly. */
function manyLines(count: number): BillLine[] {
  const cents = fc.oneof(
    fc.integer({ min: 1, max: 50_000_000 }),
    fc.integer({ min: 1, max: 9_999 }).map((n) => n * 50),
  );
  const rate = fc.oneof(
    fc.integer({ min: 0, max: 99_999 }),
    fc.integer({ min: 1, max: 20 }).map((n) => n * 2_500),
  );
  const segment = fc.record({ days: fc.integer({ min: 1, max: 31 }), priceCents: cents, ratePpm: rate });
  const shape = fc.record({
    segments: fc.array(segment, { maxLength: 3 }),
    daysInMonth: fc.integer({ min: 28, max: 31 }),
  });
  const fees = fc
    .sample(shape, { numRuns: count, seed: 42 })
    .map(({ segments, daysInMonth }, index): BillLine => {
      const exact = segments.reduce(
        (sum, { days, priceCents, ratePpm }) => sum + BigInt(days) * BigInt(priceCents) * BigInt(ratePpm),
        0n,
      );
      const computedCents = mulDivRound(exact, 1, BigInt(daysInMonth) * BigInt(PPM));
      const working: LineOf<'FEE'>['working'] = {
        spellKey: '',
        daysInMonth,
        heldDays: 31,
        graceDays: 0,
        feeDays: 31,
        haf: false,
        freedom: false,
        eventIds: [],
        segments: segments.map((one) => ({ from: '2026-05-01', to: '2026-05-02', ...one })),
      };
      return {
        ...common,
        kind: 'FEE',
        key: `FEE:${index}`,
        parcelName: `P-${index}`,
        computedCents,
        amountCents: computedCents,
        working,
      };
    });
  const invoice = {
    eventId: 'e',
    document: 'VITRINE/INVOICE/1/1',
    effectiveAt: '2026-05-01',
    day: '2026-05-01',
    amountCents: 1,
  };
  const rebates = fc
    .sample(fc.tuple(cents, rate), { numRuns: count, seed: 43 })
    .map(([priceCents, ratePpm], index): BillLine => {
      const computedCents = 0 - mulDivRound(priceCents, ratePpm, PPM);
      const working: LineOf<'REBATE'>['working'] = {
        spellKey: '',
        invoice,
        priceCents,
        ratePpm,
        term: 'normalRebate',
      };
      return {
        ...common,
        kind: 'REBATE',
        key: `REBATE:${index}`,
        parcelName: `P-${index}`,
        computedCents,
        amountCents: computedCents,
        working,
      };
    });
  return [...fees, ...rebates];
}

function documentWith(lines: BillLine[]): BillDocument {
  const document = aprilDocument();
  const totalCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { ...document, bill: { ...document.bill, lines, totalCents } };
}

/** Amounts are whole cents on both sides; what is not rounded yet may differ in the last of a number's digits. */
function differing(formulas: readonly Recalculated[]): Recalculated[] {
  return formulas.filter(({ ours, theirs, formula }) => {
    if (typeof ours !== 'number' || typeof theirs !== 'number') return true;
    const exactly = /^(ROUND|SUM\(|IF\(|-ROUND|D\d+\+ROUND|Workings|Adjustments)/.test(formula);
    return Math.abs(ours - theirs) > (exactly ? 1e-7 : 1e-6 * Math.max(1, Math.abs(ours)));
  });
}

test('LibreOffice computes every amount of our workbooks as we do', async (context) => {
  const april = aprilDocument();
  const may = mayDocument();
  const fee = april.bill.lines[0]!.key;
  const overridden = aprilDocument([
    lineOverride(fee, 12_345),
    { target: 'TERM', customerId: 7, term: 'feeRatePpm', value: 7_777, reason: 'trial month' },
  ]);
  const many = documentWith(manyLines(400));
  const found = await recalculate(context, {
    april: await billWorkbook(april),
    may: await billWorkbook(may),
    overridden: await billWorkbook(overridden),
    many: await billWorkbook(many),
    none: await billWorkbook(documentWith([])),
    'april-statement': await statementWorkbook(statementOf(april)),
    'may-statement': await statementWorkbook(statementOf(may)),
  });
  for (const [name, formulas] of Object.entries(found))
    expect([name, differing(formulas)]).toEqual([name, []]);
  const total = (name: string): unknown =>
    found[name]!.findLast(({ sheet }) => sheet === 'Bill' || sheet === 'Statement')?.theirs;
  expect(total('april')).toBe(302.24);
  expect(total('may')).toBe(may.bill.totalCents / 100);
  expect(total('overridden')).toBe(overridden.bill.totalCents / 100);
  expect(total('many')).toBeCloseTo(many.bill.totalCents / 100, 6);
  expect(total('april-statement')).toBe(18_827.89);
  expect(total('may-statement')).toBe(statementOf(may).statement.totalCents / 100);
  // Every line's amount is a formula, not a number that was typed.
  expect(found['many']!.filter(({ formula }) => formula.startsWith('IF(E'))).toHaveLength(
    many.bill.lines.filter(concernsCustomer).length,
  );
});
