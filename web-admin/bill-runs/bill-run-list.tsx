import type { BillRunResource } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { doneWords, ProgressBar, shareDone } from '../components/progress-bar.tsx';
import { monthName } from '#contracts/vocabulary/months.ts';
import { RUN_KINDS, RunState } from './run-words.tsx';
import { VerifyBills } from './verify-bills.tsx';

const RUNS: readonly Column<BillRunResource>[] = [
  { source: 'kind', label: 'Run', cell: (run) => <RunName run={run} /> },
  { source: 'month', label: 'Month', cell: ({ month }) => month && monthName(month) },
  {
    source: 'state',
    label: 'Status',
    cell: ({ state }) => <RunState state={state} />,
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

/** Several runs are of one kind: to a screen reader, which reads links without their rows, the month is a part of the name. */
function RunName({ run: { kind, month } }: { run: BillRunResource }) {
  return (
    <>
      {RUN_KINDS[kind]}
      {month && <span className="visually-hidden">{` of ${monthName(month)}`}</span>}
    </>
  );
}

/** Bill runs with their progress; refreshes by itself. A run opens to what became of each customer or vendor. */
export function BillRunList() {
  return (
    <RecordList
      noun={['run', 'runs']}
      actions={<VerifyBills />}
      label="Bill runs"
      columns={RUNS}
      opens="show"
      sort={['requestedAt', 'DESC']}
      refreshSeconds={2}
    />
  );
}
