import { expect, test } from 'vitest';
import { ZONE } from '../testing/billing-world.ts';
import { mayDocument } from '../bill-documents/testing/example-documents.ts';
import { printedBill } from './print-bill.ts';

const NAMES = { customer: (id: number) => `customer ${id}`, vendor: (id: number) => `vendor ${id}` };

test('given an adjustment, when its bill is printed, then each cause stands there once', () => {
  const adjustments = printedBill(mayDocument().bill, NAMES, ZONE, true).filter((line) =>
    line.includes('adjustment of'),
  );
  expect(adjustments).toContainEqual(
    expect.stringMatching(/adjustment of fee B: April 2026: RETURN_MEMO of B dated 2026-04-21, by admin$/),
  );
  for (const line of adjustments) expect(line.match(/RETURN_MEMO of B/g)).toHaveLength(1);
});
