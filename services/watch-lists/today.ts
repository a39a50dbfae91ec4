import type { Today } from '#contracts/api/today.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { dollars } from '#contracts/vocabulary/money.ts';
import { addMonths, firstDayOf, lastDayOf, monthOf } from '#contracts/vocabulary/months.ts';
import { billedOfMonth } from '#projections/billing/index.ts';
import { billedByKind } from '#projections/figures/index.ts';
import { countAgeing, documentsDated, holdingsOfAll } from '#projections/parcels/index.ts';
import { monthsToBill, standingAlarms } from '#services/billing/index.ts';
import { customersByLimits } from '#services/customers/index.ts';
import { countMails } from '#services/mail/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { Caller } from '#services/platform/http/index.ts';
import { openSuspenseCount, stuckCount } from '#services/trading-system/index.ts';
import { countWaitingFeeds, vendorsWithOldFeeds } from '#services/vendors/index.ts';
import { countOpenAnomalies } from './anomalies.ts';

export type TodayDeps = {
  db: Db;
  clock: Clock;
  /** The house's time zone. */
  zone: string;
  /** The house's day now. */
  today: () => HouseDay;
};

/** What waits for a person today, and the month's money, as much of it as the caller may see (rule: Today). */
export async function todayFor(
  deps: TodayDeps,
  { administrator, showPrices }: Pick<Caller, 'administrator' | 'showPrices'>,
): Promise<Today> {
  const { db } = deps;
  const day = deps.today();
  const values = showPrices === 'WHOLESALE';
  const [memos, limits, held, administrators] = await Promise.all([
    countAgeing(db, day),
    values ? customersByLimits(db, day, deps.zone) : null,
    values ? holdingsOfAll(db) : null,
    administrator ? forAdministrators(deps, day) : null,
  ]);
  const all = held?.get(null);
  return {
    day,
    memosOverdue: memos.overdue,
    memosDueSoon: memos.dueSoon,
    ...(limits && {
      customersBelowMinimum: limits.belowMinimum.size,
      customersNearMaximum: limits.nearMaximum.size,
    }),
    ...administrators?.waiting,
    ...(all && {
      money: {
        holding: { count: all.pieces, total: dollars(all.currentlyHolding) },
        exposure: dollars(all.exposure),
        feeBase: dollars(all.feeBase),
        ...administrators?.money,
      },
    }),
  };
}

async function forAdministrators({ db, zone }: TodayDeps, day: HouseDay) {
  const month = monthOf(day);
  const last = addMonths(month, -1);
  const [toBill, alarms, anomalies, suspense, stuck, feeds, old, mails, documents, billed, margins] =
    await Promise.all([
      monthsToBill(db, day, zone),
      standingAlarms(db),
      countOpenAnomalies(db, day, zone),
      openSuspenseCount(db),
      stuckCount(db),
      countWaitingFeeds(db),
      vendorsWithOldFeeds(db, day, zone),
      countMails(db),
      documentsDated(db, { types: ['INVOICE', 'CREDIT'], from: firstDayOf(month), to: lastDayOf(month) }),
      billedOfMonth(db, last),
      billedByKind(db, { customerIds: null, knownAt: Number.MAX_SAFE_INTEGER }, { from: last, to: last }),
    ]);
  const amountOf = (type: 'INVOICE' | 'CREDIT') => {
    const { count, amountCents } = documents.get(type) ?? { count: 0, amountCents: 0 };
    return { count, total: dollars(amountCents) };
  };
  return {
    waiting: {
      monthsToBill: [...toBill].map(([ofMonth, ids]) => ({ month: ofMonth, customers: ids.length })),
      billAlarms: alarms.length,
      anomalies,
      suspense,
      stuckInstructions: stuck.count,
      feedsWaiting: feeds,
      feedsOld: old.size,
      mailsFailed: mails.get('FAILED') ?? 0,
    },
    money: {
      month,
      invoiced: amountOf('INVOICE'),
      credited: amountOf('CREDIT'),
      billed: { month: last, count: billed.count, total: dollars(billed.totalCents) },
      margin: {
        month: last,
        house: dollars(margins.reduce((sum, { houseCents }) => sum + houseCents, 0)),
        of: dollars(margins.reduce((sum, row) => sum + row.amountCents + row.tradingSystemCents, 0)),
      },
    },
  };
}
