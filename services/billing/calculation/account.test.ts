import { expect, test } from 'vitest';
import { EXAMPLE_TERMS, ZONE } from '../testing/billing-world.ts';
import { limitsOn } from './account.ts';

test('each limit counts from the first day on which terms name it', () => {
  const registered = {
    effectiveAt: '2026-10-10T12:00:00.000Z',
    changes: { ...EXAMPLE_TERMS, minInventoryCents: 500, maxInventoryCents: 900 },
  };
  const limits = (
    day: string,
    ...later: {
      effectiveAt: string;
      changes: Partial<Record<'minInventoryCents' | 'maxInventoryCents', number>>;
    }[]
  ) => Object.values(limitsOn([registered, ...later], day, ZONE));
  expect(limits('2026-10-09')).toEqual([0, 0]);
  expect(limits('2026-10-10')).toEqual([500, 900]);
  const agreed = { effectiveAt: '2026-03-01', changes: { minInventoryCents: 300 } };
  expect(limits('2026-02-28', agreed)).toEqual([0, 0]);
  expect(limits('2026-03-01', agreed)).toEqual([300, 0]);
  const allowed = { effectiveAt: '2026-09-10', changes: { maxInventoryCents: 700 } };
  expect(limits('2026-09-09', agreed, allowed)).toEqual([300, 0]);
  expect(limits('2026-09-10', agreed, allowed)).toEqual([300, 700]);
  expect(limits('2026-10-10', agreed, allowed)).toEqual([300, 700]);
});
