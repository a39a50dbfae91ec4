import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Navigate } from 'react-admin';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { FOR_STAFF, NEW_PASSWORD, otherPlaceFor } from '../providers/auth-provider.ts';
import { Entrance } from './entrance.tsx';
import styles from './session.module.css';
import { useLogOut } from './use-log-out.ts';
import { useSignedIn } from '../providers/use-signed-in.ts';

const TEXTS = {
  [FOR_STAFF]: {
    heading: 'This place is for staff',
    text: `is signed in, and the back office is for ${PRODUCT_NAME}'s own people. Your inventory, your cart and your stones are in the portal.`,
    portal: 'Go to the portal',
  },
  [NEW_PASSWORD]: {
    heading: `Welcome to ${PRODUCT_NAME}`,
    text: 'is signed in. To begin, please choose a new password. The portal asks you for it; then come back here.',
    portal: 'Choose a new password',
  },
} as const;

/** Tells somebody who is signed in, kindly, that the way does not lead in here, and where it does. */
export function NotHerePage({ reason }: { reason: keyof typeof TEXTS }) {
  const { heading, text, portal } = TEXTS[reason];
  const user = useSignedIn();
  const logOut = useLogOut();
  useEffect(() => {
    document.title = `${heading} · ${PRODUCT_NAME} Back Office`;
  }, [heading]);
  if (user === undefined) return null;
  const place = otherPlaceFor(user);
  if (place !== reason || !user) return <Navigate to={place ?? '/'} replace />;
  return (
    <Entrance>
      <h1>{heading}</h1>
      <p className={styles['lead']}>
        {user.username} {text}
      </p>
      <div className={styles['actions']}>
        <Button variant="contained" size="large" href="/">
          {portal}
        </Button>
        <Button size="large" onClick={() => void logOut()}>
          Sign in as somebody else
        </Button>
      </div>
    </Entrance>
  );
}
