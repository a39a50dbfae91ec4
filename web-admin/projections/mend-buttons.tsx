import { rebuildReply, retryReply, type ProjectionResource } from '#contracts/api/back-office.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { ConfirmedButton } from '../components/confirmed-button.tsx';
import { useActOnList } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import styles from './projections.module.css';

/**
 * Rebuild, which has no downtime, and Retry where streams are parked (architecture: Projections).
 */
export function MendButtons({
  projection: { id, state, parked, rebuild: job },
}: {
  projection: ProjectionResource;
}) {
  const underWay = state === 'rebuilding' || job?.state === 'WAITING' || job?.state === 'RUNNING';
  const { busy, act } = useActOnList();
  const retry = () =>
    act('retry', async () => {
      const { streams } = await call(`/api/projections/${id}/retry`, retryReply);
      const flowing = streams.filter(({ parkedAgain }) => parkedAgain === null).length;
      return `${flowing} of ${formatNumberOf(streams.length, ['stream flows', 'streams flow'])} again.`;
    });
  return (
    <span className={styles['mend']}>
      <ConfirmedButton
        label="Rebuild"
        name={`Rebuild ${id}`}
        busy={underWay}
        question={`Rebuild ${id}?`}
        act={() => call(`/api/projections/${id}/rebuild`, rebuildReply)}
        done={`${id} is being rebuilt.`}
      >
        A new copy is built while the live one stays in use. The two are compared row by row, then the new one
        takes over. A rebuild continues after a restart.
      </ConfirmedButton>
      {parked.length > 0 && (
        <Button
          aria-label={`Retry the parked streams of ${id}`}
          busy={busy !== null}
          onClick={() => void retry()}
        >
          Retry
        </Button>
      )}
    </span>
  );
}
