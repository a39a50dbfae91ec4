import {
  suspenseRetryAllReply,
  suspenseRetryReply,
  type SuspenseResource,
} from '#contracts/api/back-office.ts';
import { formatCount, formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { formatConstant } from '#contracts/vocabulary/words.ts';
import { useActOnList } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import { useOpenSuspense } from '../providers/use-open-suspense.ts';

/** Tries one document again now, and says why if it still waits. */
export function RetryNow({ document }: { document: SuspenseResource }) {
  const { busy, act } = useActOnList();
  const name = `${formatConstant(document.docType)} ${document.docNo} / ${document.line}`;
  const again = () =>
    act('retry', async () => {
      const path = `/api/suspense/${encodeURIComponent(document.id)}/retry`;
      const { outcome, reason } = await call(path, suspenseRetryReply);
      if (outcome === 'WAITING')
        throw new Error(`${name} is still waiting: ${reason ?? 'for an unknown reason'}.`);
      return `${name} is recorded.`;
    });
  return (
    <Button aria-label={`Retry ${name} now`} busy={busy !== null} onClick={() => void again()}>
      {busy !== null ? 'Retrying…' : 'Retry now'}
    </Button>
  );
}

/** Tries everything in suspense again now, also what the list's filter leaves out. */
export function RetryAll() {
  const { busy, act } = useActOnList();
  const { total = 0, refetch } = useOpenSuspense();
  if (total === 0) return null;
  const again = async (): Promise<void> => {
    await act('retry', async () => {
      const { recorded, waiting } = await call('/api/suspense/retry', suspenseRetryAllReply);
      const still =
        waiting === 0 ? 'None are waiting any more.' : `${formatCount(waiting)} still wait; each says why.`;
      return `${formatNumberOf(recorded, ['document is', 'documents are'])} recorded. ${still}`;
    });
    await refetch();
  };
  return (
    <Button look="primary" busy={busy !== null} onClick={() => void again()}>
      {busy !== null ? 'Retrying…' : 'Retry all now'}
    </Button>
  );
}
