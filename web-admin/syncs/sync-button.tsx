import { HttpError } from 'react-admin';
import { syncReply } from '#contracts/api/back-office.ts';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { SYNC_WORDS } from '#web-shared/sync-words.ts';
import { ConfirmedButton } from '../components/confirmed-button.tsx';
import { call, statusOf } from '../providers/http-client.ts';

/** Asks for a check of the external trading system, once it is confirmed. */
export function SyncButton() {
  return (
    <ConfirmedButton
      look="primary"
      label={
        <>
          <Icon name="sync" size={15} /> Sync
        </>
      }
      question={SYNC_WORDS.question}
      act={requestSync}
      done={SYNC_WORDS.submitted}
    />
  );
}

/** The server's words are for what a person can act on, and for a session that has ended. */
async function requestSync(): Promise<void> {
  try {
    await call('/sync/sync', syncReply);
  } catch (error) {
    const status = statusOf(error) ?? 500;
    throw [401, 402].includes(status) ? error : new HttpError(SYNC_WORDS.failed, status);
  }
}
