import { useGetList } from 'react-admin';
import type { BillRunResource } from '#contracts/api/bills.ts';
import { refreshedEvery } from '../components/list-page/failures-in-place.ts';
import { notMadeWords } from '../components/not-made-words.ts';
import { JobProgress } from '../components/progress-bar.tsx';
import { firstRows } from '../providers/data-provider.ts';

/** How far the month's newest run has come, while it runs. */
export function RunProgress({ month }: { month: string }) {
  const { data = [] } = useGetList<BillRunResource>('bill-runs', newestRunOf(month), refreshedEvery(1));
  const [run] = data;
  if (!run || (run.state !== 'RUNNING' && run.state !== 'WAITING')) return <p role="status">Starting…</p>;
  return (
    <p role="status">
      <JobProgress label="Progress of the run" job={run} />
      {notMadeWords(run).map((words) => `, ${words}`)}
    </p>
  );
}

/** What to ask for to get a month's newest bill run, under way or ended. */
export const newestRunOf = (month: string) =>
  firstRows(1, 'requestedAt', { order: 'DESC', filter: { month } });
