import { describe, expect, test } from 'vitest';
import { billWorkingReply } from '#contracts/api/bill-working.ts';
import { billWorking } from './bill-working.ts';
import {
  calculateBill,
  EXAMPLE_TERMS,
  exampleWorld,
  world,
  ZONE,
} from '#services/billing/testing/billing-world.ts';
import { mayDocument } from './testing/example-documents.ts';
import { workingWords } from './words.ts';

const working = billWorkingReply.parse(billWorking(mayDocument()));
const lines = working.sections.flatMap((section) => section.lines);
const cents = (amount: number): number => Math.round(amount * 100);
const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + cents(amount), 0);

describe('The working of a bill on screen', () => {
  test('its lines sum to its sections, and they to the bill', () => {
    for (const section of working.sections)
      expect(sum(section.lines.map(({ amount }) => amount))).toBe(cents(section.total));
    expect(sum(working.sections.map(({ total }) => total))).toBe(cents(working.total));
    expect(working).toMatchObject({ month: '2026-05', version: 1, issued: '2026-06-01' });
  });

  test('a fee opens to its days, each at one price and rate', () => {
    const fee = lines.find(({ item, days }) => item === 'A' && days.length > 1)!;
    expect(fee.days.map(({ words }) => words)).toEqual([
      expect.stringMatching(/^1 % a month of \$/),
      expect.stringMatching(/^1\.2345 % a month of \$/),
    ]);
    expect(fee.working).toMatch(/^\d+ of 31 days/);
  });

  test('an overridden line says what it would be, and why it is not', () => {
    expect(lines.find(({ item, override }) => item === 'E' && override)).toMatchObject({
      amount: 10,
      override: { computed: expect.any(Number), reason: expect.stringMatching(/./) },
    });
  });

  test('what changed an earlier month is its events, which sum to the line', () => {
    const adjustments = lines.filter(({ events }) => events.length > 0);
    expect(adjustments.length).toBeGreaterThan(0);
    for (const { amount, events } of adjustments) {
      expect(sum(events.map(({ difference }) => difference))).toBe(cents(amount));
      for (const { what, by, day } of events) expect([what, by, day]).not.toContain('');
    }
  });

  test('of another customer’s entry it says what it changed here, and no more', () => {
    const document = mayDocument();
    const causes = document.bill.lines.flatMap((line) =>
      line.kind === 'ADJUSTMENT' ? line.working.causes : [],
    );
    const foreign = causes.find(({ what }) => what.startsWith('RETURN_MEMO of B'))!;
    const others = new Map([[foreign.eventId, 'B']]);
    const { sections } = billWorking({ ...document, others });
    const events = sections.flatMap((section) => section.lines).flatMap((line) => line.events);
    const what = 'the days on which B was held were put right';
    expect(events).toContainEqual(expect.objectContaining({ what, by: 'the house', reason: null }));
    const text = JSON.stringify(sections);
    expect(text).toContain(`${what}, by the house`);
    expect(text).not.toContain('RETURN_MEMO of B');
    expect(JSON.stringify(working)).toContain('RETURN_MEMO of B');
  });

  test('has the terms day by day', () => {
    expect(working.terms[0]).toMatchObject({ from: '2026-05-01', to: '2026-05-30' });
    expect(working.terms[0]!.terms).toContainEqual({
      name: 'Monthly fee: natural, jewellery',
      value: '1 %',
    });
  });

  test('has no cost and no vendor in it', () => {
    const { bill } = mayDocument();
    const hidden = bill.lines.flatMap((line) =>
      line.kind === 'DEPLOYMENT'
        ? [line.working.costCents]
        : line.kind === 'SALE'
          ? [line.working.costCents]
          : [],
    );
    expect(hidden.length).toBeGreaterThan(0);
    const text = JSON.stringify(working);
    for (const cost of hidden) expect(text).not.toContain(String(cost / 100));
    expect(text).not.toMatch(/vendor|cost/i);
  });
});

describe('A minimum that costs nothing', () => {
  const wordsOf = (given: ReturnType<typeof world>): string => {
    const { lines } = calculateBill(given.accounts(), { month: '2026-04', cut: given.cut() });
    return workingWords(
      lines.find(({ kind }) => kind === 'TRUE_UP')!,
      ZONE,
      new Map(),
    );
  };
  const free = { ...EXAMPLE_TERMS, feeRatePpm: 0 };

  test('given days above it that make up for those below, then it was held', () =>
    expect(wordsOf(exampleWorld().terms({ minInventoryCents: 1 }, '2026-01-01'))).toBe(
      'The minimum was held',
    ));

  test('given no rate, when nothing is held, then it says by how much and at which rate', () =>
    expect(wordsOf(world(free).registered())).toBe('$50,000.00 below $50,000.00, 30 days at 0 %'));

  test('given no rate, when too little is held from some day on, then it says at which rate', () => {
    const given = world(free).registered().vendor();
    given.stone('A', { listCents: 100_000 });
    given.document('MEMO', 'A', '2026-04-11', { amountCents: 100_000 });
    expect(wordsOf(given)).toBe('30 days at 0 % against the minimum, day by day');
  });
});
