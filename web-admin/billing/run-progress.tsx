import { useGetList } from 'react-admin';
import type { BillRunResource } from '#contracts/api/bills.ts';
import { refreshedEvery } from '../components/list-page/failures-in-place.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { JobProgress } from '../components/progress-bar.tsx';
import { firstRows } from '../providers/data-provider.ts';

/** How far the month's newest run has come, while it runs. */
export function RunProgress({ month }: { month: string }) {
  const { data = [] } = useGetList<BillRunResource>(
    'bill-runs',
    firstRows(1, 'requestedAt', { order: 'DESC', filter: { month } }),
    refreshedEvery(1),
  );
  const [run] = data;
  if (!run || (run.state !== 'RUNNING' && run.state !== 'WAITING')) return <p role="status">Starting…</p>;
  return (
    <p role="status">
      <JobProgress label="Progress of the run" job={run} />
      {run.failed > 0 && `, ${formatCount(run.failed)} failed`}
    </p>
  );
}
