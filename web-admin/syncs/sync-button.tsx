import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useListContext } from 'react-admin';
import { Button } from '#web-shared/components/button/button.tsx';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';
import type { VitrineDataProvider } from '../providers/data-provider.ts';
import { statusOf } from '../providers/http-client.ts';

/** The texts of Sync (product: Bottom items; product: Success toasts). */
const QUESTION =
  "Do you want to check the external trading system for changes? You'll receive an email when finished.";
const SUBMITTED = 'Sync request submitted.';
const SYNC_FAILED = 'Sync failed.';

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
      toastSuccess(SUBMITTED);
      void refetch();
    },
    onError: (error) => {
      if (statusOf(error) === 402) toastFailure(error.message, 'happier');
      else toastFailure(SYNC_FAILED);
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
          question={QUESTION}
          // The mutation itself shows what fails.
          onYes={() => Promise.allSettled([mutateAsync()])}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  );
}
