import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ReportRunReply } from '#contracts/api/reports.ts';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';
import { wait } from '#web-shared/wait.ts';
import { callForData, download } from '../../lib/api-client.ts';
import { listOf, replyWith } from '../../lib/plain-replies.ts';
import { BottomButton } from './bottom-button.tsx';
import { isUnderWay, progressOf } from './report-progress.ts';

const ReportsDialog = lazy(() => import('./reports-dialog.tsx'));

const RUNS = ['report-runs'] as const;
const LOOK_EVERY_MS = 1_000;
const runIn = (body: unknown): ReportRunReply => replyWith(body, 'id', 'state', 'fileName');
const runsIn = (body: unknown): ReportRunReply[] => listOf(body, 'id', 'state', 'fileName');

/**
 * Reports (product: Bottom items; rule: Reports in the background): asks first, then has one made; it goes on when the
 * page is left, and is found here again.
 */
export function ReportsButton({ className, withCost }: { className: string | undefined; withCost: boolean }) {
  const [asking, setAsking] = useState(false);
  /** The report that was asked for here, as it is now: it is saved as soon as it is there. */
  const [own, setOwn] = useState<ReportRunReply | null>(null);
  const { data: runs = [] } = useQuery({
    queryKey: RUNS,
    queryFn: ({ signal }) => callForData({ method: 'GET', path: '/reports/runs', signal, read: runsIn }),
    enabled: asking,
    // Earlier answers do not contain what was made since.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_EVERY_MS : false),
  });
  const { mutate: save } = useMutation({
    mutationFn: ({ id, fileName }: ReportRunReply) =>
      download({ method: 'GET', path: `/reports/runs/${id}/file`, fallbackName: fileName }),
    meta: { operation: 'Report' },
  });
  const { mutate: follow } = useMutation({
    mutationFn: async (id: string) => {
      for (;;) {
        await wait(LOOK_EVERY_MS);
        const run = await callForData({ method: 'GET', path: `/reports/runs/${id}`, read: runIn });
        setOwn(run);
        if (!isUnderWay(run)) return run;
      }
    },
    onSuccess: (run) => {
      if (run.state === 'FAILED') return toastFailure(`The report could not be made: ${run.failure ?? ''}`);
      save(run);
      toastSuccess('Report ready');
    },
    onSettled: () => setOwn(null),
    meta: { background: true },
  });
  const start = useMutation({
    mutationFn: () =>
      callForData({ path: `/reports/runs${withCost ? '?includeCost=true' : ''}`, read: runIn }),
    onSuccess: (run) => {
      setOwn(run);
      follow(run.id);
    },
    meta: { operation: 'Requesting a report' },
  });
  const progress = own && progressOf(own);
  return (
    <>
      <BottomButton className={className} busy={start.isPending} onClick={() => setAsking(true)}>
        {progress ? `Reports: ${progress}` : 'Reports'}
      </BottomButton>
      {asking && (
        <Suspense fallback={null}>
          <ReportsDialog
            runs={runs}
            onSave={save}
            onYes={() => {
              setAsking(false);
              start.mutate();
            }}
            onNo={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
