import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-admin';
import { loginReply } from '#contracts/api/session.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { otherPlaceFor, VIEWING } from '../providers/auth-provider.ts';
import { call } from '../providers/http-client.ts';
import { Entrance } from './entrance.tsx';
import styles from './session.module.css';
import { useSignedIn } from '../providers/use-signed-in.ts';

/** Staff who view the portal as a customer have no staff rights until they stop viewing. */
export function ViewingPage() {
  const user = useSignedIn();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = `Viewing as a customer · ${PRODUCT_NAME} Back Office`;
  }, []);
  if (user === undefined) return null;
  const place = otherPlaceFor(user);
  if (place !== VIEWING) return <Navigate to={place ?? '/'} replace />;
  const end = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('/api/view-as/end', loginReply);
      window.location.assign('/admin/');
    } catch (error) {
      toastFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Entrance>
      <h1>You are viewing as a customer</h1>
      <p className={styles['lead']}>
        Until you end it, this browser has that customer&apos;s permissions and prices, and the back office is
        closed to it.
      </p>
      <div className={styles['actions']}>
        <BusyButton variant="contained" size="large" busy={busy} onClick={() => void end()}>
          End view
        </BusyButton>
        <Button size="large" href="/">
          To the portal
        </Button>
      </div>
    </Entrance>
  );
}
