import { useGetList } from 'react-admin';
import type { BillRunResource } from '#contracts/api/bills.ts';
import { refreshedEvery } from '../components/list-page/failures-in-place.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { ProgressBar } from '../components/progress-bar.tsx';

/** How far the month's newest run has come, while it runs. */
export function RunProgress({ month }: { month: string }) {
  const { data = [] } = useGetList<BillRunResource>(
    'bill-runs',
    { pagination: { page: 1, perPage: 1 }, sort: { field: 'requestedAt', order: 'DESC' }, filter: { month } },
    refreshedEvery(1),
  );
  const [run] = data;
  if (!run || (run.state !== 'RUNNING' && run.state !== 'WAITING')) return <p role="status">Starting…</p>;
  return (
    <p role="status">
      <ProgressBar label="Progress of the run" share={run.total ? run.done / run.total : 0} />{' '}
      {formatCount(run.done)} of {run.total === null ? '…' : formatCount(run.total)}
      {run.failed > 0 && `, ${formatCount(run.failed)} failed`}
    </p>
  );
}
