import { describe, expect, it } from 'vitest';
import { wireLineSchema } from '#contracts/api/bill-lines.ts';
import { onWire } from '#contracts/api/on-wire.ts';
import { LINE_KINDS, type BillLine } from '#contracts/billing/index.ts';
import { calculateBill, exampleWorld, lineOverride } from './testing/billing-world.ts';

/** April as it was billed, and May, in which B's return of April is learnt and D comes back. */
function billedLines(): BillLine[] {
  const recorded = exampleWorld();
  const april = calculateBill(recorded.accounts(), {
    month: '2026-04',
    cut: recorded.cut(),
    overrides: [lineOverride('TRUE_UP', 10_001)],
  });
  recorded.issue(april);
  recorded.recordingAt('2026-06-01T12:00:00.000Z');
  recorded.document('RETURN_MEMO', 'B', '2026-04-21', { amountCents: 600_000 });
  recorded.document('CREDIT', 'D', '2026-05-20', { amountCents: 2_000_000 });
  const may = calculateBill(recorded.accounts(), { month: '2026-05', cut: recorded.cut() });
  const movedIn = exampleWorld();
  movedIn.begins('2026-04', 12_501);
  const first = calculateBill(movedIn.accounts(), { month: '2026-04', cut: movedIn.cut() });
  const opening = first.lines.filter(({ kind }) => kind === 'OPENING_BALANCE');
  return [...april.lines, ...may.lines, ...opening];
}

/** The name and the value of a figure as people read it: cents as dollars, parts per million as percent. */
function asRead(name: string, value: unknown): [string, unknown] {
  if (typeof value === 'number') {
    if (name.endsWith('CentDays')) return [name.replace('CentDays', 'DollarDays'), value / 100];
    if (name.endsWith('Cents')) return [name.replace('Cents', ''), value / 100];
    if (name.endsWith('Ppm')) return [name.replace('Ppm', ''), value / 10_000];
  }
  if (Array.isArray(value))
    return [name, value.map((one: unknown) => (typeof one === 'object' ? allAsRead(one!) : one))];
  return [name, typeof value === 'object' && value !== null ? allAsRead(value) : value];
}
const allAsRead = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => asRead(name, value)));

describe('A bill line on the wire (rule: Units on the wire)', () => {
  const lines = billedLines();
  it.each(LINE_KINDS)('%s has every field of its working, in order, in dollars and percent', (kind) => {
    const ofKind = lines.filter((line) => line.kind === kind);
    expect(ofKind).not.toEqual([]);
    for (const line of ofKind) {
      const sent = wireLineSchema.parse(onWire(line));
      expect(sent).toEqual(onWire(line));
      expect(JSON.stringify(sent.working)).toBe(JSON.stringify(allAsRead(line.working)));
    }
  });

  it('has its amounts, its override and the vendors’ parts', () => {
    const trueUp = onWire(lines.find(({ key }) => key === 'TRUE_UP')!);
    expect(trueUp).toMatchObject({
      computed: 220.17,
      amount: 100.01,
      override: { value: 100.01, reason: 'agreed by phone' },
    });
    const sale = onWire(lines.find(({ kind }) => kind === 'SALE')!);
    expect(sale).toMatchObject({ amount: 0, tradingSystem: 20_000, house: 1_111.11 });
    expect(sale.vendorParts).toEqual([
      { vendorId: 1, parcelName: 'D', flat: 18_518.52, base: 1_481.48, share: 25, amount: 18_888.89 },
    ]);
  });
});
