import { useListContext } from 'react-admin';
import { stuckRetryReply } from '#contracts/api/back-office.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { useActOnList } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';

/** Posts everything that is stuck again now; the list says within seconds what became of it. */
export function RetryStuck() {
  const { total = 0 } = useListContext();
  const { busy, act } = useActOnList();
  if (total === 0) return null;
  const again = () =>
    act('retry', async () => {
      const { retried } = await call('/api/stuck-instructions/retry', stuckRetryReply);
      return `${formatNumberOf(retried, ['instruction is', 'instructions are'])} posted again now.`;
    });
  return (
    <Button look="primary" busy={busy !== null} onClick={() => void again()}>
      {busy !== null ? 'Retrying…' : 'Retry all now'}
    </Button>
  );
}
