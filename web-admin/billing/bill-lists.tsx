import { ListBase } from 'react-admin';
import type { z } from 'zod';
import type { billAlarmResource, BillResource, BillRunResource } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { formatConstant, formatCount } from '#web-shared/formats/figures.ts';
import { ListPage } from '../components/list-page/list-page.tsx';
import { refreshedEvery, TOLD_IN_PLACE } from '../components/list-page/told-in-place.ts';
import type { Column } from '../components/record-table/column.ts';
import { RecordTable } from '../components/record-table/record-table.tsx';
import { ListPager } from '../audit/list-pager.tsx';
import { CustomerName } from '../users/customer-name.tsx';
import { ProgressBar } from '../projections/progress-bar.tsx';
import { monthName } from './months.ts';
import { VerifyBills } from './verify-bills.tsx';

const BILLS: readonly Column<BillResource>[] = [
  {
    source: 'customerName',
    label: 'Customer',
    sortable: true,
    cell: ({ customerName, customerId }) => customerName ?? `Customer ${customerId}`,
  },
  { source: 'month', label: 'Month', sortable: true, cell: ({ month }) => monthName(month) },
  {
    source: 'version',
    label: 'Version',
    numeric: true,
    cell: ({ version, newest }) => (newest ? version : `${version}, replaced`),
  },
  { source: 'total', label: 'Total', numeric: true, sortable: true, cell: ({ total }) => formatPrice(total) },
  { source: 'dueDate', label: 'Due', sortable: true, cell: ({ dueDate }) => formatMoment(dueDate) },
  { source: 'issuedAt', label: 'Issued', sortable: true, cell: ({ issuedAt }) => formatMoment(issuedAt) },
  { source: 'issuedBy', label: 'By', cell: ({ issuedBy }) => issuedBy },
];

/** Every bill that was issued, the newest month first; a row opens it line by line. */
export function BillList() {
  return (
    <ListBase
      sort={{ field: 'month', order: 'DESC' }}
      perPage={100}
      debounce={150}
      exporter={false}
      queryOptions={TOLD_IN_PLACE}
    >
      <ListPage title="Bills" above="Money" noun={['bill', 'bills']} searches="Find a customer or month">
        <RecordTable label="Bills" columns={BILLS} opens="show" />
        <ListPager />
      </ListPage>
    </ListBase>
  );
}

const RUN_TONES: Readonly<Record<BillRunResource['state'], Tone>> = {
  WAITING: 'waiting',
  RUNNING: 'waiting',
  DONE: 'good',
  FAILED: 'alert',
};
const RUN_KINDS = {
  BILLS: 'Generate All',
  VENDORS: 'Generate Vendors',
  VERIFY: 'Every bill derived again',
} as const;

const RUNS: readonly Column<BillRunResource>[] = [
  { source: 'kind', label: 'Run', cell: ({ kind }) => <strong>{RUN_KINDS[kind]}</strong> },
  { source: 'month', label: 'Month', cell: ({ month }) => month && monthName(month) },
  {
    source: 'state',
    label: 'Status',
    cell: ({ state }) => <Chip tone={RUN_TONES[state]}>{formatConstant(state)}</Chip>,
  },
  {
    source: 'progress',
    label: 'Progress',
    cell: ({ id, total, done }) => (
      <ProgressBar
        label={`Progress of run ${id}`}
        share={total === null ? 0 : total === 0 ? 1 : done / total}
      />
    ),
  },
  {
    source: 'done',
    label: 'Done',
    numeric: true,
    cell: ({ done, total }) => `${formatCount(done)}${total === null ? '' : ` of ${formatCount(total)}`}`,
  },
  { source: 'failed', label: 'Failed', numeric: true, cell: ({ failed }) => failed },
  {
    source: 'postings',
    label: 'Double entry',
    cell: ({ postings }) =>
      postings &&
      `${formatPrice(postings.lines + postings.tradingSystem)} = ${formatPrice(postings.vendors)} + ${formatPrice(postings.house)}`,
  },
  {
    source: 'requestedAt',
    label: 'Asked for',
    cell: ({ requestedAt, requestedBy }) => `${formatMoment(requestedAt)} by ${requestedBy}`,
  },
  { source: 'failure', label: 'What went wrong', wraps: true, cell: ({ failure }) => failure },
];

/** Bill runs with their progress; refreshes by itself. */
export function BillRunList() {
  return (
    <ListBase
      sort={{ field: 'requestedAt', order: 'DESC' }}
      perPage={100}
      exporter={false}
      queryOptions={refreshedEvery(2)}
    >
      <ListPage title="Bill Runs" above="Money" noun={['run', 'runs']} actions={<VerifyBills />}>
        <RecordTable label="Bill runs" columns={RUNS} />
      </ListPage>
    </ListBase>
  );
}

type BillAlarmResource = z.infer<typeof billAlarmResource>;

const ALARMS: readonly Column<BillAlarmResource>[] = [
  { source: 'id', label: 'Bill', cell: ({ id }) => <strong>{id}</strong> },
  {
    source: 'customerId',
    label: 'Customer',
    cell: ({ customerId }) => <CustomerName customerId={customerId} />,
  },
  { source: 'month', label: 'Month', cell: ({ month }) => monthName(month) },
  { source: 'message', label: 'Why', wraps: true, cell: ({ message }) => message },
  { source: 'raisedAt', label: 'Since', cell: ({ raisedAt }) => formatMoment(raisedAt) },
];

/** Issued bills that can no longer be derived again byte for byte: somebody must look. */
export function BillAlarmList() {
  return (
    <ListBase
      sort={{ field: 'raisedAt', order: 'DESC' }}
      perPage={100}
      exporter={false}
      queryOptions={refreshedEvery(30)}
    >
      <ListPage
        title="Bill Alarms"
        above="Money"
        noun={['alarm', 'alarms']}
        empty="Every issued bill can be derived again, byte for byte."
      >
        <RecordTable label="Bill alarms" columns={ALARMS} />
      </ListPage>
    </ListBase>
  );
}
