import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { SYNC_WORDS } from '#web-shared/sync-words.ts';
import { call } from '../../lib/api-client.ts';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { BottomButton } from './bottom-button.tsx';

const ConfirmDialog = lazy(() => import('#web-shared/components/confirm-dialog/confirm-dialog.tsx'));

/** Sync (product: Bottom items): asks first, then POST /sync/sync; a mail announces its end. */
export function SyncButton({ className }: { className: string | undefined }) {
  const [asking, setAsking] = useState(false);
  const sync = useMutation({
    mutationFn: () => call({ path: '/sync/sync', commandId: newCommandId(), read: () => undefined }),
    onSuccess: () => toastSuccess(SYNC_WORDS.submitted),
    meta: { failure: SYNC_WORDS.failed, operation: 'Requesting a sync' },
  });
  const confirmed = (): void => {
    setAsking(false);
    sync.mutate();
  };
  return (
    <>
      <BottomButton className={className} busy={sync.isPending} onClick={() => setAsking(true)}>
        Sync
      </BottomButton>
      {asking && (
        <Suspense fallback={null}>
          <ConfirmDialog question={SYNC_WORDS.question} onYes={confirmed} onNo={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
