import type { FeedHold } from '#contracts/api/vendor-feeds.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';

/** Above these shares, in percent, a run waits for a person (rule: Held feeds). */
export type FeedShares = { withdrawals: number; prices: number };

/** The effect of a run in numbers. */
export type RunFigures = {
  /** The vendor's AVAILABLE parcels that a feed can list before, and how many of them are in no row. */
  available: number;
  gone: number;
  /** Parcels that runs of the last 7 days withdrew and that are still withdrawn. */
  withdrawnThisWeek: number;
  /** Known parcels outside spells that are in the file, and those among them whose cost changes by more than 25 %. */
  compared: number;
  moved: number;
  /** Rows, and those that name no parcel. */
  rows: number;
  unidentified: number;
};

/** Why a run is held for a person, with the numbers (rule: Held feeds; rule: Full feeds). Pure. */
export function holdsOf(figures: RunFigures, shares: FeedShares): FeedHold[] {
  const { available, gone, withdrawnThisWeek, compared, moved, rows, unidentified } = figures;
  const holds: FeedHold[] = [];
  const parts = (count: number, of: number): string => `${formatCount(count)} of ${formatCount(of)}`;
  if (isAbove(gone, available, shares.withdrawals))
    holds.push({
      reason: 'WITHDRAWALS',
      count: gone,
      of: available,
      limit: shares.withdrawals,
      message: `${parts(gone, available)} available stones are not in the file: more than ${shares.withdrawals} % would be withdrawn.`,
    });
  const [week, before] = [gone + withdrawnThisWeek, available + withdrawnThisWeek];
  if (gone > 0 && withdrawnThisWeek > 0 && isAbove(week, before, shares.withdrawals))
    holds.push({
      reason: 'WITHDRAWALS_OF_A_WEEK',
      count: week,
      of: before,
      limit: shares.withdrawals,
      message: `${parts(week, before)} stones would be withdrawn within 7 days: more than ${shares.withdrawals} %.`,
    });
  if (isAbove(moved, compared, shares.prices))
    holds.push({
      reason: 'PRICES',
      count: moved,
      of: compared,
      limit: shares.prices,
      message: `The cost of ${parts(moved, compared)} stones moves by more than 25 %: more than ${shares.prices} % of them.`,
    });
  if (unidentified > 0 && gone > 0)
    holds.push({
      reason: 'UNIDENTIFIED_ROWS',
      count: unidentified,
      of: rows,
      limit: 0,
      message: `${parts(unidentified, rows)} rows name no stone: the ${formatCount(gone)} that are not in the file are withdrawn only if you confirm it.`,
    });
  return holds;
}

const isAbove = (count: number, of: number, percent: number): boolean => count * 100 > of * percent;
