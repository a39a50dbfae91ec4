import { againstLimits } from '#contracts/customer/index.ts';
import { daysBetween, houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { limitsOn } from '#services/billing/index.ts';
import {
  count,
  day,
  DAY_CELL,
  days,
  money,
  tableSheet,
  words,
  type TableSheet,
} from '#services/platform/workbooks/table-sheet.ts';
import type { Gathered } from '../gather.ts';
import { customerColumn } from './columns.ts';

type Row = {
  customerId: number;
  pieces: number;
  exposureCents: Cents;
  holdingCents: Cents;
  minimumCents: Cents;
  maximumCents: Cents;
  lastIntent: HouseDay | null;
  belowMinimum: boolean;
  nearMaximum: boolean;
  dormant: boolean;
};

const DORMANT_AFTER_DAYS = 60;

/** Each customer of the report's day against its limits, and when it last did something (rule: Movements and key figures). */
export function customersSheet(gathered: Gathered): TableSheet {
  return tableSheet<Row>(
    'Customers',
    [
      customerColumn(gathered),
      { ...count('Pcs', ({ pieces }) => pieces), total: true },
      money('Exposure', ({ exposureCents }) => exposureCents),
      money('Holding', ({ holdingCents }) => holdingCents),
      { ...money('Minimum', ({ minimumCents }) => minimumCents || null), total: false },
      { ...money('Maximum', ({ maximumCents }) => maximumCents || null), total: false },
      {
        ...count('Of maximum', ({ exposureCents, maximumCents }) =>
          maximumCents === 0 ? null : exposureCents / maximumCents,
        ),
        kind: 'share',
        formula: ({ maximumCents }, cell) =>
          maximumCents === 0 ? null : `${cell('Exposure')}/${cell('Maximum')}`,
      },
      day('Last action', ({ lastIntent }) => lastIntent),
      days(
        'Days since',
        ({ lastIntent }) => (lastIntent === null ? null : daysBetween(lastIntent, gathered.cut.day)),
        (cell) => `${DAY_CELL}-${cell('Last action')}`,
      ),
      words('Below minimum', 16, ({ belowMinimum }) => (belowMinimum ? 'Below minimum' : null)),
      words('Near maximum', 16, ({ nearMaximum }) => (nearMaximum ? 'Near maximum' : null)),
      words('Dormant', 12, ({ dormant }) => (dormant ? 'Dormant' : null)),
    ],
    customerRows(gathered),
    'Near maximum: exposure of at least 90 %. Dormant: no request, return or sale for 60 days.',
  );
}

function customerRows({ cut, zone, records, held, lastIntents }: Gathered): Row[] {
  const sums = new Map<number, { pieces: number; exposureCents: Cents; holdingCents: Cents }>();
  for (const { customerId, status, priceCents } of held) {
    const sum = sums.get(customerId) ?? { pieces: 0, exposureCents: 0, holdingCents: 0 };
    const isHeld = status !== 'REQUESTED';
    sums.set(customerId, {
      pieces: sum.pieces + (isHeld ? 1 : 0),
      exposureCents: sum.exposureCents + priceCents,
      holdingCents: sum.holdingCents + (isHeld ? priceCents : 0),
    });
  }
  return [...records.customers.values()]
    .filter(
      // A day before the registration may have what was back-dated to it.
      ({ customerId, registeredAt }) =>
        houseDayOf(registeredAt, zone) <= cut.day || sums.has(customerId) || lastIntents.has(customerId),
    )
    .toSorted((one, other) => one.customerId - other.customerId)
    .map(({ customerId, terms, registeredAt }) => {
      const sum = sums.get(customerId) ?? { pieces: 0, exposureCents: 0, holdingCents: 0 };
      const limits = limitsOn(terms, cut.day, zone);
      const { minInventoryCents: minimumCents, maxInventoryCents: maximumCents } = limits;
      const lastIntent = lastIntents.get(customerId) ?? null;
      const quietSince = lastIntent ?? houseDayOf(registeredAt, zone);
      return {
        customerId,
        ...sum,
        minimumCents,
        maximumCents,
        lastIntent,
        ...againstLimits({ ...sum, minimumCents, maximumCents }),
        dormant: daysBetween(quietSince, cut.day) >= DORMANT_AFTER_DAYS,
      };
    });
}
