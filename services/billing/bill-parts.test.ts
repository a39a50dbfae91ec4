import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billCreated, type BillLine } from '#contracts/billing/index.ts';
import { parseEvent } from '#contracts/events/index.ts';
import { IncompleteBill, wholeBill, type WholeBill } from '#projections/billing/index.ts';
import { sha256Of } from '#services/platform/hash.ts';
import { asRecorded } from './bill-parts.ts';
import { calculateBill, CUSTOMER, exampleWorld, lineOverride } from './testing/billing-world.ts';

const LIMIT = 1_500;

function exampleBill(reason = 'agreed by phone'): WholeBill {
  const given = exampleWorld();
  const overrides = [{ ...lineOverride('SURCHARGE', 1_234), reason }];
  const bill = calculateBill(given.accounts(), { month: '2026-04', cut: given.cut(), overrides });
  return { ...bill, version: 1, effectiveAt: '2026-05-01T12:00:00.000Z' };
}

/** As the event store gives it back. */
const stored = <Data>(data: Data): Data => JSON.parse(JSON.stringify(data)) as Data;

function readAgain(bill: WholeBill, mostBytes: number): WholeBill {
  const { created, parts } = asRecorded(bill, mostBytes);
  const texts = parts.map((part) => {
    const read = parseEvent('BillPartRecorded', stored(part), 1);
    return read.type === 'BillPartRecorded' ? read.data.text : '';
  });
  const read = parseEvent('BillCreated', stored(created), 2);
  if (read.type !== 'BillCreated') throw new Error('no bill');
  return wholeBill(read.data, texts.join(''));
}

describe('a bill that is too large for one event', () => {
  test('in parts it is, byte for byte, the bill that it is whole', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 40_000 }),
        // Reasons are what people write: quotes, accents, emoji, lone halves of them.
        fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
        (mostBytes, reason) => {
          const bill = exampleBill(reason);
          expect(JSON.stringify(readAgain(bill, mostBytes))).toBe(JSON.stringify(stored(bill)));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('every event of it is small enough, whatever its lines are', () => {
    const [line] = exampleBill().lines as [BillLine];
    // One line alone may be larger than an event: a surcharge has a part for each stone.
    const parcelName = 'Ё'.repeat(1_500_000);
    const { created, parts } = asRecorded({ ...exampleBill(), lines: [{ ...line, parcelName }] });
    for (const data of [created, ...parts])
      expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(900_000);
    expect(parts.map(({ part }) => part)).toEqual(parts.map((_, index) => index + 1));
    expect(parts.every(({ customerId, parts: all }) => customerId === CUSTOMER && all === parts.length)).toBe(
      true,
    );
  });

  test('a small one is recorded as ever', () => {
    const bill = exampleBill();
    expect(asRecorded(bill)).toEqual({ created: bill, parts: [] });
    expect(billCreated.parse(bill)).toEqual(bill);
  });

  test('tried again it has the same parts; another bill has its own', () => {
    const first = asRecorded(exampleBill(), LIMIT);
    const later = { ...exampleBill(), effectiveAt: '2026-05-02T12:00:00.000Z', version: 2 };
    expect(asRecorded(later, LIMIT).created.linesIn).toEqual(first.created.linesIn);
    expect(asRecorded(exampleBill('another reason'), LIMIT).created.linesIn!.id).not.toBe(
      first.created.linesIn!.id,
    );
  });

  test('is never read without a part, with one twice, or with a byte changed', () => {
    const { created, parts } = asRecorded(exampleBill(), LIMIT);
    const texts = parts.map(({ text }) => text);
    expect(parts.length).toBeGreaterThan(2);
    for (const wrong of [
      [],
      texts.slice(1),
      texts.slice(0, -1),
      [...texts, texts[0]!],
      texts.toReversed(),
      [texts[0]!.replace('4', '5'), ...texts.slice(1)],
    ])
      expect(() => wholeBill(created, wrong.join(''))).toThrow(IncompleteBill);
    expect(sha256Of(texts.join(''))).toBe(created.linesIn!.sha256);
  });
});
