import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Navigate } from 'react-admin';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { SecondFactor } from '#web-shared/account/second-factor.tsx';
import { SECOND_FACTOR as CALLS } from '../providers/second-factor-calls.ts';
import { otherPlaceFor, SECOND_FACTOR } from '../providers/auth-provider.ts';
import { useSignedIn } from '../providers/use-signed-in.ts';
import { Entrance } from './entrance.tsx';
import styles from './session.module.css';
import { useLogOut } from './use-log-out.ts';

const TITLE = 'Set up your second factor';

/** Staff of a house that requires a second factor set it up before anything else (rule: Second factor). */
export function SecondFactorPage() {
  const user = useSignedIn();
  const logOut = useLogOut();
  useEffect(() => {
    document.title = `${TITLE} · ${PRODUCT_NAME} Back Office`;
  }, []);
  if (user === undefined) return null;
  const place = otherPlaceFor(user);
  if (place !== SECOND_FACTOR) return <Navigate to={place ?? '/'} replace />;
  return (
    <Entrance>
      <h1>{TITLE}</h1>
      <SecondFactor calls={CALLS} onDone={() => window.location.assign('/admin/')} />
      <div className={styles['actions']}>
        <Button size="large" onClick={() => void logOut()}>
          Log Out
        </Button>
      </div>
    </Entrance>
  );
}
