import { useState } from 'react';
import { loginReply } from '#contracts/api/session.ts';
import { Button, buttonClass } from '#web-shared/components/button/button.tsx';
import { toastError } from '../components/toast-error.ts';
import { VIEWING } from '../providers/auth-provider.ts';
import { call } from '../providers/http-client.ts';
import { EntranceFor } from './entrance.tsx';
import styles from './session.module.css';

/** Staff who view the portal as a customer have no staff rights until they stop viewing. */
export function ViewingPage() {
  const [busy, setBusy] = useState(false);
  const end = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('/api/view-as/end', loginReply);
      window.location.assign('/admin/');
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return (
    <EntranceFor path={VIEWING} title="You are viewing as a customer">
      {() => (
        <>
          <p className={styles['lead']}>
            Until you end it, this browser has that customer&apos;s permissions and prices, and the back
            office is closed to it.
          </p>
          <div className={styles['actions']}>
            <Button look="primary" large busy={busy} onClick={() => void end()}>
              End view
            </Button>
            <a className={buttonClass('outlined', true)} href="/">
              To the portal
            </a>
          </div>
        </>
      )}
    </EntranceFor>
  );
}
