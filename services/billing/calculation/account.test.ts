import { expect, test } from 'vitest';
import { EXAMPLE_TERMS, ZONE } from '../testing/billing-world.ts';
import { limitsOn } from './account.ts';

test('limits count from the registration on, a minimum from the first day that has one', () => {
  const registered = {
    effectiveAt: '2026-10-10T12:00:00.000Z',
    changes: { ...EXAMPLE_TERMS, minInventoryCents: 500, maxInventoryCents: 900 },
  };
  const limits = (day: string, ...later: { effectiveAt: string; changes: { minInventoryCents: number } }[]) =>
    Object.values(limitsOn([registered, ...later], day, ZONE));
  expect(limits('2026-10-09')).toEqual([0, 0]);
  expect(limits('2026-10-10')).toEqual([500, 900]);
  const agreed = { effectiveAt: '2026-03-01', changes: { minInventoryCents: 300 } };
  expect(limits('2026-02-28', agreed)).toEqual([0, 0]);
  expect(limits('2026-03-01', agreed)).toEqual([300, 0]);
});
