import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { Button, buttonClass } from '#web-shared/components/button/button.tsx';
import { FOR_STAFF, NEW_PASSWORD } from '../providers/auth-provider.ts';
import { EntranceFor } from './entrance.tsx';
import styles from './session.module.css';
import { useLogOut } from './use-log-out.ts';

const TEXTS = {
  [FOR_STAFF]: {
    title: 'This place is for staff',
    text: `is signed in, and the back office is for ${PRODUCT_NAME}'s own people. Your inventory, your cart and your stones are in the portal.`,
    portal: 'Go to the portal',
  },
  [NEW_PASSWORD]: {
    title: `Welcome to ${PRODUCT_NAME}`,
    text: 'is signed in. To begin, please choose a new password. The portal asks you for it; then come back here.',
    portal: 'Choose a new password',
  },
} as const;

/** For a signed-in user who may not enter yet, or at all: why, and where to go instead. */
export function NotHerePage({ reason }: { reason: keyof typeof TEXTS }) {
  const { title, text, portal } = TEXTS[reason];
  const logOut = useLogOut();
  return (
    <EntranceFor path={reason} title={title}>
      {({ username }) => (
        <>
          <p className={styles['lead']}>
            {username} {text}
          </p>
          <div className={styles['actions']}>
            <a className={buttonClass('primary', true)} href="/">
              {portal}
            </a>
            <Button large onClick={() => void logOut()}>
              Sign in as somebody else
            </Button>
          </div>
        </>
      )}
    </EntranceFor>
  );
}
