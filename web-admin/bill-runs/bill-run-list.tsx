import type { BillRunResource } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { formatConstant } from '#web-shared/formats/figures.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { doneWords, ProgressBar, shareDone } from '../components/progress-bar.tsx';
import { monthName } from '#contracts/vocabulary/months.ts';
import { VerifyBills } from './verify-bills.tsx';

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
    cell: (run) => (
      <ProgressBar label={`Progress of run ${run.id}`} share={run.total === 0 ? 1 : shareDone(run)} />
    ),
  },
  {
    source: 'done',
    label: 'Done',
    numeric: true,
    cell: doneWords,
  },
  { source: 'failed', label: 'Failed', numeric: true },
  { source: 'left', label: 'Left as they are', numeric: true },
  {
    source: 'postings',
    label: 'Double entry',
    cell: ({ postings }) =>
      postings &&
      `${formatPrice(postings.lines + postings.tradingSystem)} = ${formatPrice(postings.vendors)} + ${formatPrice(postings.house)}`,
  },
  {
    source: 'requestedAt',
    card: 'whole line',
    label: 'Asked for',
    cell: ({ requestedAt, requestedBy }) => `${formatMoment(requestedAt)} by ${requestedBy}`,
  },
  { source: 'failure', label: 'What went wrong', wraps: true },
];

/** Bill runs with their progress; refreshes by itself. */
export function BillRunList() {
  return (
    <RecordList
      title="Bill Runs"
      above="Money"
      noun={['run', 'runs']}
      actions={<VerifyBills />}
      label="Bill runs"
      columns={RUNS}
      sort={['requestedAt', 'DESC']}
      refreshSeconds={2}
    />
  );
}
