import { useState } from 'react';
import { rebuildReply, retryReply, type ProjectionResource } from '#contracts/api/back-office.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import { formatNumberOf } from '#web-shared/formats/figures.ts';
import { useActOnList } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import styles from './projections.module.css';

/**
 * Rebuild, beside the live one and without downtime; Retry where streams are parked (architecture:
 * Projections).
 */
export function MendButtons({
  projection: { id, state, parked, rebuild: job },
}: {
  projection: ProjectionResource;
}) {
  const underWay = state === 'rebuilding' || job?.state === 'WAITING' || job?.state === 'RUNNING';
  const [asking, setAsking] = useState(false);
  const { busy, act } = useActOnList();
  const rebuild = async (): Promise<void> => {
    await act('rebuild', async () => {
      await call(`/api/projections/${id}/rebuild`, rebuildReply);
      return `${id} is being rebuilt.`;
    });
    setAsking(false);
  };
  const retry = () =>
    act('retry', async () => {
      const { streams } = await call(`/api/projections/${id}/retry`, retryReply);
      const flowing = streams.filter(({ parkedAgain }) => parkedAgain === null).length;
      return `${flowing} of ${formatNumberOf(streams.length, ['stream flows', 'streams flow'])} again.`;
    });
  return (
    <span className={styles['mend']}>
      <Button aria-label={`Rebuild ${id}`} busy={underWay} onClick={() => setAsking(true)}>
        Rebuild
      </Button>
      {parked.length > 0 && (
        <Button
          aria-label={`Retry the parked streams of ${id}`}
          busy={busy === 'retry'}
          onClick={() => void retry()}
        >
          Retry
        </Button>
      )}
      {asking && (
        <ConfirmDialog question={`Rebuild ${id}?`} onYes={rebuild} onNo={() => setAsking(false)}>
          A new copy is built beside the live one, which goes on answering, compared row by row, and put in
          its place. It goes on after a restart.
        </ConfirmDialog>
      )}
    </span>
  );
}
