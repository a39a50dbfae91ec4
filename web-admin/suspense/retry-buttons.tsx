import { useState } from 'react';
import { useListContext } from 'react-admin';
import {
  suspenseRetryAllReply,
  suspenseRetryReply,
  type SuspenseResource,
} from '#contracts/api/back-office.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { formatConstant, formatNumberOf } from '#web-shared/formats/figures.ts';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';
import { call } from '../providers/http-client.ts';

/** Runs one retry at a time, says how it ended, and reads the list anew. `work` throws why something waits still. */
function useRetry() {
  const [busy, setBusy] = useState(false);
  const { refetch } = useListContext();
  return {
    busy,
    retry: async (work: () => Promise<string>): Promise<void> => {
      setBusy(true);
      try {
        toastSuccess(await work());
      } catch (error) {
        toastFailure(messageOf(error), 'happier');
      } finally {
        setBusy(false);
      }
      await refetch();
    },
  };
}

/** Tries one document again now, and says why it waits still if it does. */
export function RetryNow({ document }: { document: SuspenseResource }) {
  const { busy, retry } = useRetry();
  const name = `${formatConstant(document.docType)} ${document.docNo} / ${document.line}`;
  const again = () =>
    retry(async () => {
      const path = `/api/suspense/${encodeURIComponent(document.id)}/retry`;
      const { outcome, reason } = await call(path, suspenseRetryReply);
      if (outcome === 'WAITING') throw new Error(`${name} waits still: ${reason ?? 'nobody knows why'}.`);
      return `${name} is recorded.`;
    });
  return (
    <BusyButton size="small" aria-label={`Retry ${name} now`} busy={busy} onClick={() => void again()}>
      {busy ? 'Retrying…' : 'Retry now'}
    </BusyButton>
  );
}

/** Tries everything in suspense again now. */
export function RetryAll() {
  const { busy, retry } = useRetry();
  const { total = 0 } = useListContext();
  if (total === 0) return null;
  const again = () =>
    retry(async () => {
      const { recorded, waiting } = await call('/api/suspense/retry', suspenseRetryAllReply);
      const still =
        waiting === 0 ? 'None waits any more.' : `${formatCount(waiting)} still wait; each says why.`;
      return `${formatNumberOf(recorded, ['document is', 'documents are'])} recorded. ${still}`;
    });
  return (
    <BusyButton variant="contained" busy={busy} onClick={() => void again()}>
      {busy ? 'Retrying…' : 'Retry all now'}
    </BusyButton>
  );
}
