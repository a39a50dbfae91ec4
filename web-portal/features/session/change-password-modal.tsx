import { useId } from 'react';
import { IconButton } from '#web-shared/components/button/button.tsx';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import styles from './session.module.css';

/** Change Password, from the profile drawer (product: Profile drawer; product: Change password). */
export default function ChangePasswordModal({
  username,
  onClose,
}: {
  username: string;
  onClose: () => void;
}) {
  const heading = useId();
  const done = (): void => {
    toastSuccess('Password changed');
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <div className={styles['dialog']}>
        <header className={styles['dialogHead']}>
          <h2 id={heading}>Change Password</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        <ChangePasswordForm username={username} onDone={done} />
      </div>
    </Dialog>
  );
}
