import { useGetList } from 'react-admin';
import type { BillRunResource } from '#contracts/api/bills.ts';
import { refreshedEvery } from '../components/list-page/failures-in-place.ts';
import { notMadeWords } from '../components/not-made-words.ts';
import { JobProgress } from '../components/progress-bar.tsx';
import { firstRows } from '../providers/data-provider.ts';

type Kind = Exclude<BillRunResource['kind'], 'VERIFY'>;

/** How far the month's newest run of a kind has come, while it runs. */
export function RunProgress({ month, kind }: { month: string; kind: Kind }) {
  const { data = [] } = useGetList<BillRunResource>('bill-runs', newestRunOf(month, kind), refreshedEvery(1));
  const [run] = data;
  if (!run || (run.state !== 'RUNNING' && run.state !== 'WAITING')) return <p role="status">Starting…</p>;
  return (
    <p role="status">
      <JobProgress label="Progress of the run" job={run} />
      {notMadeWords(run).map((words) => `, ${words}`)}
    </p>
  );
}

/** What to ask for to get a month's newest run of a kind, under way or ended: one of the other may be beside it. */
export const newestRunOf = (month: string, kind: Kind) =>
  firstRows(1, 'requestedAt', { order: 'DESC', filter: { month, kind } });
