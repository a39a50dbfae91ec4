import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { planJob } from '#contracts/api/reassortment-jobs.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { ProgressBar } from '../components/progress-bar.tsx';
import { useAct } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import styles from './reassort.module.css';

const LOOK_EVERY_MS = 1_000;

type PlanProgressProps = {
  customerId: number;
  jobId: string;
  /** Called when the job has ended, with whether the plan was made. */
  onEnd: (isDone: boolean) => void;
};

/** A plan that is being made: how far it is, and the way to stop it. */
export function PlanProgress({ customerId, jobId, onEnd }: PlanProgressProps) {
  const path = `/api/reassortment/jobs/${jobId}`;
  const { busy, act } = useAct();
  const { data: job, error } = useQuery({
    queryKey: ['reassort job', jobId],
    queryFn: () => call(path, planJob, { method: 'GET', customer: customerId }),
    refetchInterval: LOOK_EVERY_MS,
  });
  const state = job?.state;
  const failure = job?.failure;
  const isDone = state === 'DONE';
  const hasEnded = isDone || state === 'FAILED' || state === 'STOPPED';
  useEffect(() => {
    if (!hasEnded) return;
    if (failure) toastFailure(failure, 'happier');
    onEnd(isDone);
  }, [hasEnded, isDone, failure, onEnd]);
  const { level = null, groups = null, groupsDone = 0 } = job ?? {};
  return (
    <div className={styles['buttons']} role="status">
      {groups ? (
        <ProgressBar label="Progress of the plan" share={groupsDone / groups} />
      ) : (
        <span>The plan is being made…</span>
      )}
      {level !== null && <span>{level}</span>}
      {error && <span role="alert">{messageOf(error)}</span>}
      <Button
        busy={busy !== null}
        onClick={() =>
          void act('stop', async () => {
            await call(`${path}/stop`, planJob, { customer: customerId });
            return 'The plan was stopped.';
          })
        }
      >
        Stop
      </Button>
    </div>
  );
}
