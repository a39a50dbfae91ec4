import { describe, expect, test } from 'vitest';
import { calculateBill } from './calculation/calculate-bill.ts';
import { hasDeployment, hasMinimum, hasOpening } from './months-to-bill.ts';
import { CUSTOMER, EXAMPLE_TERMS, world, ZONE } from './testing/billing-world.ts';

/** Months that wait for a bill though nothing happens in them (rule: Months to bill), and their bills. */

const NO_MINIMUM = { ...EXAMPLE_TERMS, minInventoryCents: 0 };
const totalOf = (story: ReturnType<typeof world>, month: string): number =>
  calculateBill(story.accounts(), { month, cut: story.cut() }).totalCents;

describe('a minimum', () => {
  test.each([
    ['of the whole month', '2026-02-01', '2026-05-01', true],
    ['that ended in it', '2026-02-01', '2026-04-11', true],
    ['that began and ended in it', '2026-04-10', '2026-04-12', true],
    ['that began on its last day', '2026-04-30', '2026-05-30', true],
    ['that ended with the month before', '2026-02-01', '2026-04-01', false],
    ['of a single day that its end took back', '2026-04-10', '2026-04-10', false],
    ['that begins later', '2026-05-01', '2026-06-01', false],
  ])('%s', (_name, from, until, waits) => {
    const story = world(NO_MINIMUM).registered();
    story.terms({ minInventoryCents: 5_000_000 }, from).terms({ minInventoryCents: 0 }, until);
    expect(hasMinimum(story.facts().terms, '2026-04', ZONE)).toBe(waits);
    expect(totalOf(story, '2026-04') > 0).toBe(waits);
  });

  test('unset and of zero is none, and none is in force before the first day that names one', () => {
    const story = world(NO_MINIMUM).registered();
    expect(hasMinimum(story.facts().terms, '2026-04', ZONE)).toBe(false);
    story.terms({ minInventoryCents: 5_000_000 }, '2026-04-01');
    expect(hasMinimum(story.facts().terms, '2026-03', ZONE)).toBe(false);
  });
});

describe('what was owed before billing began', () => {
  test.each([
    [125_000, true],
    [-125_000, true],
    [0, false],
  ])('%i cents', (balanceCents, waits) => {
    const story = world(NO_MINIMUM).registered().begins('2026-04', balanceCents);
    const { terms } = story.facts();
    expect(hasOpening(terms, '2026-04')).toBe(waits);
    expect(totalOf(story, '2026-04')).toBe(balanceCents);
    expect([hasOpening(terms, '2026-03'), hasOpening(terms, '2026-05')]).toEqual([false, false]);
  });

  test('as it was set last', () => {
    const story = world(NO_MINIMUM).registered().begins('2026-04', 125_000).begins('2026-05', 125_000);
    const { terms } = story.facts();
    expect(['2026-04', '2026-05'].map((month) => hasOpening(terms, month))).toEqual([false, true]);
    expect(['2026-04', '2026-05'].map((month) => totalOf(story, month))).toEqual([0, 125_000]);
  });
});

describe('a shipment that its vendor pays for', () => {
  /** Sold on the day it was sent, the last of April; sent once more while it is sold, and invoiced in June. */
  const shipped = () => {
    const story = world(NO_MINIMUM).registered().vendor().stone('S', { listCents: 290_000 });
    story.document('MEMO', 'S', '2026-04-30', { amountCents: 290_000, docNo: 'M' });
    story.intent('SOLD', 'S', '2026-04-30');
    story.document('MEMO', 'S', '2026-05-04', { amountCents: 290_000, docNo: 'again' });
    story.document('INVOICE', 'S', '2026-06-02', { amountCents: 290_000 });
    return story;
  };
  const deployments = (story: ReturnType<typeof world>, month: string): number =>
    calculateBill(story.accounts(), { month, cut: story.cut() }).lines.filter(
      ({ kind }) => kind === 'DEPLOYMENT',
    ).length;

  test.each([
    ['2026-04', 1],
    ['2026-05', 0],
  ])('in %s: %i', (month, shipments) => {
    const story = shipped();
    const { parcels, vendors } = story.facts();
    const asked = { customerId: CUSTOMER, month, zone: ZONE };
    expect(hasDeployment(parcels[0]!, vendors.get(1)!, asked)).toBe(shipments > 0);
    expect(deployments(story, month)).toBe(shipments);
  });

  test('counts by the terms of its day', () => {
    const story = shipped().vendorTerms({ ourDeploymentCostCents: 0 }, '2026-04-30');
    const { parcels, vendors } = story.facts();
    const asked = { customerId: CUSTOMER, month: '2026-04', zone: ZONE };
    expect(hasDeployment(parcels[0]!, vendors.get(1)!, asked)).toBe(false);
    expect(deployments(story, '2026-04')).toBe(0);
  });
});
