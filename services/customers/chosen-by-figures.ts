import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import { monthSchema } from '#contracts/vocabulary/schemas.ts';
import type { Db } from '#services/platform/database/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { customersByLimits } from './by-limits.ts';
import type { StaffSight } from './customer-wire.ts';

type ChosenDeps = {
  db: Db;
  zone: string;
  today: () => HouseDay;
  toBill: (month: Month) => Promise<ReadonlySet<number>>;
};

const LIMITS = { BELOW_MINIMUM: 'belowMinimum', NEAR_MAXIMUM: 'nearMaximum' } as const;
const isLimit = (value: unknown): value is keyof typeof LIMITS =>
  typeof value === 'string' && Object.hasOwn(LIMITS, value);

/**
 * The customers that match a list's filters on figures, null without such a filter. `limits`: where a customer is within its limits; `toBill`: a month without its bill, only for callers who see terms. Throws a
 * Refusal (400) for an unknown value.
 */
export async function chosenByFigures(
  { db, zone, today, toBill }: ChosenDeps,
  { limits, toBill: month }: Readonly<Record<string, unknown>>,
  sight: StaffSight,
): Promise<ReadonlySet<number> | null> {
  const sets: ReadonlySet<number>[] = [];
  if (limits !== undefined) {
    if (!sight.values)
      throw new Refusal(400, 'filter: limits is for callers who see wholesale prices.', { field: 'filter' });
    if (!isLimit(limits))
      throw new Refusal(400, `filter: limits is one of ${Object.keys(LIMITS).join(', ')}.`, {
        field: 'filter',
      });
    sets.push((await customersByLimits(db, today(), zone))[LIMITS[limits]]);
  }
  if (month !== undefined) {
    const asked = monthSchema.safeParse(month);
    if (!sight.terms || !asked.success)
      throw new Refusal(400, 'filter: toBill is a month such as 2026-04, for administrators.', {
        field: 'filter',
      });
    sets.push(await toBill(asked.data));
  }
  const [first, ...others] = sets;
  if (!first) return null;
  return new Set([...first].filter((id) => others.every((set) => set.has(id))));
}
