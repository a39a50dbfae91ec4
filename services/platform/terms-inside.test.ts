import { expect, test } from 'vitest';
import { CUSTOMER_TERMS, VENDOR_TERMS } from '#contracts/api/terms.ts';
import { Refusal } from './refusal.ts';
import { termsInside } from './terms-inside.ts';

test('given terms of each unit, then they are recorded in cents, parts per million and days; others stay out', () => {
  expect(
    termsInside({ minInventory: 1234.5, feeRate: 1.25, memoDays: 0, hafPct1: undefined }, CUSTOMER_TERMS),
  ).toEqual({ minInventoryCents: 123_450, feeRatePpm: 12_500, memoDays: 0 });
});

test('given an amount with three decimals, then it is refused by its name, and never recorded as 0 or left out', () => {
  const refusal = (within?: string): unknown => {
    try {
      return termsInside({ ourDeploymentCost: 0.125 }, VENDOR_TERMS, within);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, field: error.field, message: error.message };
    }
  };
  expect(refusal()).toEqual({
    status: 422,
    field: 'ourDeploymentCost',
    message: 'ourDeploymentCost: dollars with at most two decimals.',
  });
  expect(refusal('changes')).toMatchObject({ field: 'changes.ourDeploymentCost' });
});
