import { expect, test } from 'vitest';
import { shapeNames, SHAPES } from '#contracts/vocabulary/shapes.ts';
import {
  calculateBill,
  CUSTOMER,
  EXAMPLE_TERMS,
  world,
  ZONE,
} from '#services/billing/testing/billing-world.ts';
import { describedLines, pieceWords, stoneWords } from './describe-parcels.ts';

test.each([
  [
    { weight: 1510, shapeCode: 'RD', colour: 'F', clarity: 'VS1', lab: 'GIA', certNo: '21' },
    '1.51 ct Round F VS1, GIA 21',
  ],
  [
    { weight: 1090, shapeCode: 'PS', fancyIntensity: 'Fancy Light', fancyColour: 'Pink' },
    '1.09 ct Pear Fancy Light Pink',
  ],
  [{ weight: 500, colourText: 'Fancy Deep Blue', colour: 'FANCY' }, '0.50 ct Fancy Deep Blue'],
  [{ weight: 600, shapeCode: 'RD', cut: 'BL', colour: 'G' }, '0.60 ct Round Brilliant G'],
  [{ weight: 700 }, '0.70 ct'],
])('%j is %s', (stone, words) => {
  expect(stoneWords(stone as Parameters<typeof stoneWords>[0], shapeNames(SHAPES))).toBe(words);
});

test.each([
  [
    { model: 'RS1', modelDescription: 'Halo ring in platinum', modelFinish: 'Platinum' },
    'Halo ring in platinum',
  ],
  [{ model: 'RS1', modelDescription: 'Halo ring', modelFinish: 'Platinum' }, 'Halo ring, Platinum'],
  [{ model: 'RS1' }, 'RS1'],
])('%j is %s', (piece, words) => {
  expect(pieceWords({ components: [], ...piece })).toBe(words);
});

test('given a stone graded otherwise since, then each line has it as its spell froze it (rule: Freezing)', () => {
  const given = world().registered().vendor();
  given.stone('A', { attributes: { shapeCode: 'RD', colour: 'F', clarity: 'VS1' }, listCents: 100_000 });
  given.document('MEMO', 'A', '2026-04-02', { amountCents: 100_000 });
  given.document('INVOICE', 'A', '2026-04-08', { amountCents: 100_000 });
  given.document('CREDIT', 'A', '2026-04-10', { amountCents: 100_000 });
  given.described('A', { clarity: 'VS2' }, '2026-04-12');
  given.document('MEMO', 'A', '2026-04-20', { amountCents: 100_000 });
  given.described('A', { clarity: 'SI1' }, '2026-04-26');
  const cut = given.cut();
  const bill = calculateBill(given.accounts(), { month: '2026-04', cut });
  const lines = bill.lines.filter(({ parcelName }) => parcelName === 'A');
  given.described('A', { clarity: 'SI2' }, '2026-04-28');
  const [parcel] = given.facts().parcels;
  const described = (customerId: number) =>
    describedLines({ customerId, cut }, parcel!, lines, ZONE, shapeNames(SHAPES));
  const [first, second] = ['1.00 ct Round F VS1', '1.00 ct Round F VS2'];
  expect(described(CUSTOMER)).toEqual([
    ['FEE:A:VITRINE/MEMO/A-2026-04-02/1', first],
    ['FEE:A:VITRINE/MEMO/A-2026-04-20/1', second],
    ['SALE:A:VITRINE/INVOICE/A-2026-04-08/1', first],
    ['REBATE:A:VITRINE/INVOICE/A-2026-04-08/1', first],
    ['CREDIT:A:VITRINE/CREDIT/A-2026-04-10/1', first],
    ['DEPLOYMENT:A:VITRINE/MEMO/A-2026-04-02/1', first],
    ['DEPLOYMENT:A:VITRINE/MEMO/A-2026-04-20/1', second],
  ]);
  // Of a parcel that it never had, as by a credit of no known invoice: as it was described at the cut.
  expect(new Set(described(8).map(([, words]) => words))).toEqual(new Set(['1.00 ct Round F SI1']));
});

test('given a spell that began after the month, then an adjustment of its terms has the stone as the spell before froze it (rule: Freezing)', () => {
  const given = world().registered().vendor();
  given.stone('A', { attributes: { shapeCode: 'RD', clarity: 'VS1' }, listCents: 100_000 });
  given.document('MEMO', 'A', '2026-03-02', { amountCents: 100_000 });
  given.document('RETURN_MEMO', 'A', '2026-03-20', { amountCents: 100_000 });
  given.issue(calculateBill(given.accounts(), { month: '2026-03', cut: given.cut() }));
  given.described('A', { clarity: 'VS2' }, '2026-04-05');
  given.document('MEMO', 'A', '2026-04-08', { amountCents: 100_000 });
  given.terms({ feeRatePpm: 20_000 }, '2026-03-01T12:00:00.000Z', 'agreed earlier');
  const cut = given.cut();
  const { lines } = calculateBill(given.accounts(), { month: '2026-04', cut });
  const [parcel] = given.facts().parcels;
  const described = describedLines(
    { customerId: CUSTOMER, cut },
    parcel!,
    lines.filter(({ parcelName }) => parcelName === 'A'),
    ZONE,
    shapeNames(SHAPES),
  );
  expect(described).toContainEqual(['ADJUSTMENT:2026-03:FEE:A', '1.00 ct Round VS1']);
  expect(described).toContainEqual(['FEE:A:VITRINE/MEMO/A-2026-04-08/1', '1.00 ct Round VS2']);
});

test('given a credit, then the rebate that it takes back has the stone as the spell of its invoice froze it (rule: Freezing)', () => {
  const given = world({ ...EXAMPLE_TERMS, normalRebatePpm: 20_000 })
    .registered()
    .vendor();
  given.stone('A', { attributes: { shapeCode: 'RD', clarity: 'VS1' }, listCents: 100_000 });
  given.document('MEMO', 'A', '2026-03-02', { amountCents: 100_000 });
  given.document('INVOICE', 'A', '2026-03-08', { amountCents: 100_000 });
  given.issue(calculateBill(given.accounts(), { month: '2026-03', cut: given.cut() }));
  given.document('CREDIT', 'A', '2026-04-10', { amountCents: 100_000 });
  given.described('A', { clarity: 'VS2' }, '2026-04-12');
  given.document('MEMO', 'A', '2026-04-20', { amountCents: 100_000 });
  const cut = given.cut();
  const { lines } = calculateBill(given.accounts(), { month: '2026-04', cut });
  const [parcel] = given.facts().parcels;
  const reversals = lines.filter(({ kind }) => kind === 'REBATE_REVERSAL');
  const words = describedLines({ customerId: CUSTOMER, cut }, parcel!, reversals, ZONE, shapeNames(SHAPES));
  expect(words).toEqual([[expect.stringContaining('REBATE_REVERSAL'), '1.00 ct Round VS1']]);
});
