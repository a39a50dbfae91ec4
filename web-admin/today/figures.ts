import type { Today } from '#contracts/api/today.ts';
import { formatCount, formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import { lastDayOf, firstDayOf, monthName, monthValue } from '#contracts/vocabulary/months.ts';
import { formatPercent, shareOf } from '#web-shared/formats/figures.ts';
import { listPath } from '../components/list-path.ts';
import { NOW, stonesPath } from '../components/reports-path.ts';

/** A figure, and the list that it opens to, where the reader has that list. */
export type Figure = {
  label: string;
  value: string;
  /** What it is made of, or a second figure. */
  note?: string;
  to?: string | undefined;
  /** Of what waits: `alert` is late already. */
  tone?: 'alert' | 'waiting';
};

const CUSTOMERS = ['customer', 'customers'] as const;
const PIECES = ['pc', 'pcs'] as const;

/** Where the figures of customers lead: administrators alone have their list (product: Customers screen). */
export type Lists = { customers: boolean };

/** What waits for a person, the most pressing first; what the caller may not see is not there (rule: Today). */
export function waitingFigures(today: Today, lists: Lists): { figure: Figure; count: number }[] {
  const figures: { figure: Figure; count: number }[] = [];
  const add = (count: number | undefined, figure: Omit<Figure, 'value'>): void => {
    if (count !== undefined) figures.push({ count, figure: { ...figure, value: formatCount(count) } });
  };
  for (const { month, customers } of today.monthsToBill ?? [])
    add(customers, {
      label: `To bill for ${monthName(month)}`,
      note: formatNumberOf(customers, CUSTOMERS),
      to: `/billing?month=${monthValue(month)}&toBill`,
      tone: 'waiting',
    });
  if (today.monthsToBill?.length === 0) add(0, { label: 'Months to bill', to: '/billing' });
  add(today.billAlarms, { label: 'Bill alarms', to: listPath('bill-alarms'), tone: 'alert' });
  add(today.memosOverdue, {
    label: 'Memos overdue',
    note: 'Exceptional tier, 20 days',
    to: listPath('ageing', { overdue: true }),
    tone: 'alert',
  });
  add(today.memosDueSoon, {
    label: 'Memos due',
    note: 'Exceptional tier, within 7 days',
    to: listPath('ageing', { dueSoon: true }),
    tone: 'waiting',
  });
  add(today.anomalies, { label: 'Anomalies', to: listPath('anomalies', { state: 'OPEN' }), tone: 'alert' });
  add(today.suspense, {
    label: 'Suspense',
    note: 'Documents that could not be recorded',
    to: listPath('suspense', { state: 'OPEN' }),
    tone: 'alert',
  });
  add(today.stuckInstructions, {
    label: 'Stuck instructions',
    to: listPath('stuck-instructions'),
    tone: 'alert',
  });
  add(today.feedsWaiting, {
    label: 'Feeds to decide',
    note: 'Held or classified',
    to: listPath('feed-runs', { state: ['CLASSIFIED', 'HELD'] }),
    tone: 'waiting',
  });
  add(today.feedsOld, {
    label: 'Old feeds',
    note: 'Not read for 7 days, or failing',
    to: listPath('vendors', { oldFeed: true }),
    tone: 'waiting',
  });
  add(today.mailsFailed, {
    label: 'Mails failed',
    to: listPath('mails', { state: 'FAILED' }),
    tone: 'alert',
  });
  add(today.customersBelowMinimum, {
    label: 'Below minimum',
    note: 'Customers',
    to: lists.customers ? listPath('customers', { limits: 'BELOW_MINIMUM' }) : undefined,
    tone: 'waiting',
  });
  add(today.customersNearMaximum, {
    label: 'Near maximum',
    note: 'Customers at 90 % or more',
    to: lists.customers ? listPath('customers', { limits: 'NEAR_MAXIMUM' }) : undefined,
    tone: 'waiting',
  });
  return figures;
}

/** The money of the month; nothing for who sees no prices. */
export function moneyFigures({ money }: Today, lists: Lists): Figure[] {
  if (!money) return [];
  const { holding, exposure, feeBase, month, invoiced, credited, billed, margin } = money;
  const byHolding = lists.customers ? '/customers?sort=currentlyHolding&order=DESC' : undefined;
  const documents = (type: 'INVOICE' | 'CREDIT'): string =>
    month === undefined
      ? '/history'
      : listPath('history', {
          type: [type],
          effectiveFrom: firstDayOf(month),
          effectiveTo: lastDayOf(month),
        });
  const figures: Figure[] = [
    {
      label: 'Holding',
      value: formatValue(holding.total),
      note: formatNumberOf(holding.count, PIECES),
      to: byHolding,
    },
    {
      label: 'Exposure',
      value: formatValue(exposure),
      note: 'Requested, on memo, on the way back',
      to: byHolding,
    },
    { label: 'Fee base', value: formatValue(feeBase), note: 'On memo', to: byHolding },
  ];
  if (invoiced)
    figures.push({
      label: 'Invoiced this month',
      value: formatValue(invoiced.total),
      note: formatNumberOf(invoiced.count, PIECES),
      to: documents('INVOICE'),
    });
  if (credited)
    figures.push({
      label: 'Credited this month',
      value: formatValue(credited.total),
      note: formatNumberOf(credited.count, PIECES),
      to: documents('CREDIT'),
    });
  if (billed)
    figures.push({
      label: `Billed for ${monthName(billed.month)}`,
      value: formatValue(billed.total),
      note: formatNumberOf(billed.count, ['bill', 'bills']),
      to: listPath('bills', { month: billed.month, newest: true }),
    });
  if (margin)
    figures.push({
      label: `Margin for ${monthName(margin.month)}`,
      value: formatValue(margin.house),
      note:
        margin.of === 0
          ? 'Nothing was billed'
          : `${formatPercent(shareOf(margin.house, margin.of))} of billed and invoiced`,
      to: stonesPath(NOW, {
        of: 'BILLED',
        month: margin.month,
        title: `Margin of ${monthName(margin.month)}`,
      }),
    });
  return figures;
}
