import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { wireLineSchema, type WireLine } from '#contracts/api/bill-lines.ts';
import { madeFee } from '../testing/made-bill-lines.ts';
import { Working } from './working.tsx';

const document = (type: string, amount: number) => ({
  eventId: `event of ${type}`,
  document: `VITRINE/${type}/17/1`,
  effectiveAt: '2026-04-20T16:00:00.000Z',
  day: '2026-04-20',
  amount,
});
const written = (type: string, amount: string) =>
  `Document VITRINE/${type}/17/1 · Effective at Apr 20, 2026 12:00 PM · Day 2026-04-20 · Amount ${amount}`;
const spellKey = 'spell of A';
const fee = madeFee('A', 98);

/** As they come from the wire. */
const WORKINGS: Partial<Record<WireLine['kind'], object>> = {
  FEE: { ...fee.working, graceDays: 1, haf: true },
  SURCHARGE: {
    fees: 98.5,
    hafDollarDays: 39_000,
    naturalDollarDays: 342_800.5,
    hafPct1: 10,
    hafPct2: 12.5,
  },
  TRUE_UP: {
    daysInMonth: 30,
    activeDays: 1,
    segments: [
      { from: '2026-04-30', to: '2026-04-30', days: 1, minInventory: 50_000, held: 9800, rate: 1.2 },
    ],
  },
  OPENING_BALANCE: { balance: -125.01 },
  SALE: { spellKey, invoice: document('INVOICE', 3000), price: 3000, listPrice: 3100, cost: 2777.78 },
  REBATE: { spellKey, invoice: document('INVOICE', 3000), price: 3000, rate: 0.5, term: 'hafRebate' },
  CREDIT: { credit: document('CREDIT', 3000), invoice: null },
  REBATE_REVERSAL: {
    credit: document('CREDIT', 3000),
    invoice: document('INVOICE', 3000),
    given: -15,
  },
  DEPLOYMENT: { memo: document('MEMO', 3000), cost: 35 },
  ADJUSTMENT: {
    month: '2026-04',
    kind: 'TRUE_UP',
    billed: 220.17,
    now: 240.17,
    causes: [
      {
        eventId: 'e-17',
        type: 'DocumentReceived',
        what: 'RETURN_MEMO of B dated 2026-04-21',
        position: '17',
        recordedAt: '2026-05-05T15:00:00.000Z',
        actor: 'admin',
        reason: null,
        delta: 20,
      },
    ],
  },
};

const lineOf = (kind: WireLine['kind'], working: object): WireLine =>
  wireLineSchema.parse({ ...fee, kind, working });

it.each([
  ['FEE', ['Days in month 30 days · Held days 30 days · Grace days 1 day · Fee days 30 days · Haf yes']],
  [
    'SURCHARGE',
    ['Fees $98.50 · Haf dollar days 39000 · Natural dollar days 342800.5 · Haf pct1 10 % · Haf pct2 12.5 %'],
  ],
  ['TRUE_UP', ['Days in month 30 days · Active days 1 day']],
  ['OPENING_BALANCE', ['Balance −$125.01']],
  [
    'SALE',
    [
      'Price $3,000.00 · List price $3,100.00 · Cost $2,777.78',
      `Invoice: ${written('INVOICE', '$3,000.00')}`,
    ],
  ],
  [
    'REBATE',
    ['Price $3,000.00 · Rate 0.5 % · Term Haf rebate', `Invoice: ${written('INVOICE', '$3,000.00')}`],
  ],
  ['CREDIT', [`Credit: ${written('CREDIT', '$3,000.00')}`]],
  [
    'REBATE_REVERSAL',
    [
      'Given −$15.00',
      `Credit: ${written('CREDIT', '$3,000.00')}`,
      `Invoice: ${written('INVOICE', '$3,000.00')}`,
    ],
  ],
  ['DEPLOYMENT', ['Cost $35.00', `Memo: ${written('MEMO', '$3,000.00')}`]],
  ['ADJUSTMENT', ['Month April 2026 · Kind True Up · Billed $220.17 · Now $240.17']],
] as const)('the working of %s in the units of its fields', (kind, sentences) => {
  const { container } = render(<Working line={lineOf(kind, WORKINGS[kind]!)} />);
  expect([...container.querySelectorAll('p')].map((each) => each.textContent)).toEqual(sentences);
});

it.each([
  ['FEE', 'Segments', ['From To Days Price Rate', '2026-04-01 2026-04-30 30 days $9,800.00 1 %']],
  [
    'TRUE_UP',
    'Segments',
    ['From To Days Min inventory Held Rate', '2026-04-30 2026-04-30 1 day $50,000.00 $9,800.00 1.2 %'],
  ],
  [
    'ADJUSTMENT',
    'Causes',
    [
      'Type What Position Recorded at Actor Reason Delta',
      'Document received RETURN_MEMO of B dated 2026-04-21 17 May 5, 2026 11:00 AM admin – $20.00',
    ],
  ],
] as const)('the rows of %s', (kind, title, rows) => {
  render(<Working line={lineOf(kind, WORKINGS[kind]!)} />);
  expect(screen.getByRole('region', { name: `${title}, scrolls` })).toBeVisible();
  for (const name of rows) expect(screen.getByRole('row', { name })).toBeVisible();
});

it('says why in words and by the clock of the house, as the bill itself does', () => {
  const { causes, ...adjustment } = WORKINGS.ADJUSTMENT as { causes: object[] };
  const cause = {
    ...causes[0],
    type: 'CustomerTermsChanged',
    what: 'feeRatePpm changed from 2026-04-21 14:00',
  };
  render(<Working line={lineOf('ADJUSTMENT', { ...adjustment, causes: [cause] })} />);
  expect(
    screen.getByRole('row', { name: /^Terms changed fee rate changed from Apr 21, 2026 10:00 AM 17 / }),
  ).toBeVisible();
});

it('what a person wrote is shown as it was written', () => {
  const { causes, ...adjustment } = WORKINGS.ADJUSTMENT as { causes: object[] };
  render(
    <Working
      line={lineOf('ADJUSTMENT', {
        ...adjustment,
        causes: [{ ...causes[0], actor: 'ADA', reason: '2026-04-21 was wrong' }],
      })}
    />,
  );
  expect(screen.getByRole('row', { name: / ADA 2026-04-21 was wrong \$20\.00$/ })).toBeVisible();
});

it('a field that this page does not know is shown as it was sent', () => {
  const [segment] = fee.working.segments;
  const { container } = render(
    <Working
      line={lineOf('FEE', { ...fee.working, minimumFee: 12, segments: [{ ...segment, tier: 'PLUS' }] })}
    />,
  );
  expect(container.querySelector('p')).toHaveTextContent(/ · Fee days 30 days · Minimum fee 12$/);
  expect(screen.getByRole('row', { name: / \$9,800\.00 1 % PLUS$/ })).toBeVisible();
});
