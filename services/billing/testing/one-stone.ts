import type { CalculatedBill, Override } from '#contracts/billing/index.ts';
import { calculateBill } from '../calculation/calculate-bill.ts';
import { checkConservation } from '../calculation/conservation.ts';
import { EXAMPLE_TERMS, world } from './billing-world.ts';

/** One round natural of a vendor and one customer: no minimum, no days of grace. */
export const PLAIN = { ...EXAMPLE_TERMS, minInventoryCents: 0, gracePeriodDays: 0 };
export const STONE = { listCents: 290_000, attributes: { shapeCode: 'RD' } };
export type World = ReturnType<typeof world>;

export const begun = (terms = PLAIN): World => world(terms).registered().vendor().stone('S', STONE);

/** The bill, which keeps double entry. */
export function billOf(given: World, month: string, overrides: readonly Override[] = []): CalculatedBill {
  const computed = calculateBill(given.accounts(), { month, cut: given.cut(), overrides });
  checkConservation(given.accounts().at(Number(given.cut().position)), computed);
  return computed;
}

export const memo = (given: World, at: string): string =>
  given.document('MEMO', 'S', at, { amountCents: 290_000, docNo: 'M' });
