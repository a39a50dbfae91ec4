import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import styles from './session.module.css';

/** The forced modal of a user who must change the password before continuing; it cannot be closed. */
export default function MustChangePassword({
  username,
  onLogOut,
}: {
  username: string;
  onLogOut: () => void;
}) {
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="welcome-heading" aria-describedby="welcome-text">
      <div className={styles['dialog']}>
        <h2 id="welcome-heading">Welcome to {PRODUCT_NAME}</h2>
        <p id="welcome-text" className={styles['lead']}>
          To begin, please choose a new password.
        </p>
        <ChangePasswordForm username={username} />
        <button type="button" className={styles['quiet']} onClick={onLogOut}>
          Log Out
        </button>
      </div>
    </Dialog>
  );
}
