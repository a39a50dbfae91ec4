import type { Cut } from '#contracts/billing/index.ts';
import { addDays, daysBetween, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { BillingContext } from './billing-context.ts';
import { limitsOn, type Account } from './calculation/account.ts';
import { dayNumber } from './calculation/billable-spells.ts';
import { accountsKnownAt } from './read-facts.ts';

/**
 * Holding values at a day's end, in cents at frozen prices (rule: Exposure, holding, fee base), with the
 * limits then in force (0 = unset).
 */
export type HoldingDay = {
  day: HouseDay;
  exposureCents: number;
  currentlyHoldingCents: number;
  feeBaseCents: number;
  minInventoryCents: number;
  maxInventoryCents: number;
};

/** What a customer had at a day's end. */
export type HeldAt = HoldingDay & {
  customerId: number;
  cut: Cut;
  parcels: { parcelName: string; line: Line; status: Status; since: HouseDay; priceCents: number }[];
};

const COUNTED: Readonly<Partial<Record<Status, readonly (keyof HoldingDay)[]>>> = {
  REQUESTED: ['exposureCents'],
  CUSTOMER: ['exposureCents', 'currentlyHoldingCents', 'feeBaseCents'],
  PENDING_RETURN: ['exposureCents', 'currentlyHoldingCents'],
};

const MOST_DAYS = 3_700;

/**
 * A customer's inventory, holding value and limits at the end of a house day, as known at a cut (rule: Two
 * axes; rule: Exposure, holding, fee base). Throws Refusal 400, 404, 503.
 */
export async function holdingAt(
  billing: BillingContext,
  customerId: number,
  day: HouseDay,
  knownAt?: string,
): Promise<HeldAt> {
  const { accounts, cut } = await accountsKnownAt(billing, customerId, knownAt);
  const account = accounts.at(Number(cut.position));
  return {
    ...seriesOf(account, day, day)[0]!,
    customerId,
    cut,
    parcels: parcelsHeldAt(account, day),
  };
}

/**
 * The parcels that count at a day's end, each since its first MEMO by then, else since its request (rule: Movements
 * and key figures). Pure.
 */
export const parcelsHeldAt = (account: Account, day: HouseDay): HeldAt['parcels'] =>
  account.spells.flatMap(({ parcelName, line, spell, firstDay, firstMemoDay }) =>
    spell.days
      .filter(({ from, to, status }) => COUNTED[status] && from <= day && (to === null || to > day))
      .map(({ status, customerPriceCents }) => ({
        parcelName,
        line,
        status,
        since: firstMemoDay !== null && firstMemoDay <= day ? firstMemoDay : firstDay,
        priceCents: customerPriceCents,
      })),
  );

/** Holding value through time, a row a day, both days inclusive (for the chart). Throws Refusal 400, 404, 503. */
export async function holdingSeries(
  billing: BillingContext,
  customerId: number,
  { from, to, knownAt }: { from: HouseDay; to: HouseDay; knownAt?: string | undefined },
): Promise<{ customerId: number; cut: Cut; days: HoldingDay[] }> {
  if (to < from || daysBetween(from, to) >= MOST_DAYS)
    throw new Refusal(400, `to must be a day on or after from, at most ${MOST_DAYS} days later.`, {
      field: 'to',
    });
  const { accounts, cut } = await accountsKnownAt(billing, customerId, knownAt);
  const account = accounts.at(Number(cut.position));
  return { customerId, cut, days: seriesOf(account, from, to) };
}

/** Holding and limits at each day's end. Pure. */
export function seriesOf(account: Account, from: HouseDay, to: HouseDay): HoldingDay[] {
  const count = daysBetween(from, to) + 1;
  const first = dayNumber(from);
  const changes = Array.from({ length: count + 1 }, () => ({
    exposureCents: 0,
    currentlyHoldingCents: 0,
    feeBaseCents: 0,
  }));
  for (const { spell } of account.spells) {
    for (const { from: begins, to: ends, status, customerPriceCents } of spell.days) {
      const start = Math.max(0, dayNumber(begins) - first);
      const end = ends === null ? count : Math.min(count, dayNumber(ends) - first);
      if (start >= end) continue;
      for (const field of ['exposureCents', 'currentlyHoldingCents', 'feeBaseCents'] as const) {
        if (!COUNTED[status]?.includes(field)) continue;
        changes[start]![field] += customerPriceCents;
        changes[end]![field] -= customerPriceCents;
      }
    }
  }
  const sum = { exposureCents: 0, currentlyHoldingCents: 0, feeBaseCents: 0 };
  return changes.slice(0, count).map((change, index) => {
    const day = addDays(from, index);
    sum.exposureCents += change.exposureCents;
    sum.currentlyHoldingCents += change.currentlyHoldingCents;
    sum.feeBaseCents += change.feeBaseCents;
    return { day, ...sum, ...limitsOn(account.terms, day, account.zone) };
  });
}
