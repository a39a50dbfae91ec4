import { ZONE } from '#services/billing/testing/billing-world.ts';
import type { Gathered } from '../gather.ts';

/** What a report of 10 November 2026 is made of: nothing but what is given. */
export function gatheredOf({
  records,
  ...of
}: Partial<Omit<Gathered, 'records'>> & { records?: Partial<Gathered['records']> } = {}): Gathered {
  return {
    cut: {
      position: 9,
      recordedAt: '2026-11-10T12:00:00.000Z',
      day: '2026-11-10',
      asOfDay: false,
      from: '2026-11-04',
      to: '2026-11-10',
      isNewest: true,
    },
    zone: ZONE,
    records: {
      customers: new Map(),
      vendors: new Map(),
      carts: new Map(),
      desires: new Map(),
      orders: new Map(),
      ...records,
    },
    held: [],
    available: [],
    waiting: [],
    movements: [],
    ended: [],
    anomalies: [],
    margins: [],
    feesOfOthersCents: 0,
    lastIntents: new Map(),
    priceList: undefined,
    suspense: null,
    ...of,
  };
}
