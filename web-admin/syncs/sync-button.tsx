import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useListContext } from 'react-admin';
import { Button } from '#web-shared/components/button/button.tsx';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';
import { SYNC_WORDS } from '#web-shared/sync-words.ts';
import type { VitrineDataProvider } from '../providers/data-provider.ts';
import { statusOf } from '../providers/http-client.ts';

/** Asks for a check of the external trading system, once it is confirmed. */
export function SyncButton() {
  const [asking, setAsking] = useState(false);
  const dataProvider = useDataProvider<VitrineDataProvider>();
  const { refetch } = useListContext();
  const { mutateAsync } = useMutation({
    mutationFn: () => dataProvider.requestSync(),
    onSuccess: ({ data }) => {
      // Without an id the session ended instead, which has been shown.
      if (data.id === undefined) return;
      toastSuccess(SYNC_WORDS.submitted);
      void refetch();
    },
    onError: (error) => {
      if (statusOf(error) === 402) toastFailure(error.message, 'happier');
      else toastFailure(SYNC_WORDS.failed);
    },
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button look="primary" onClick={() => setAsking(true)}>
        <Icon name="sync" size={15} /> Sync
      </Button>
      {asking && (
        <ConfirmDialog
          question={SYNC_WORDS.question}
          // The mutation itself shows what fails.
          onYes={() => Promise.allSettled([mutateAsync()])}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  );
}
