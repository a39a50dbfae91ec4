import { Modal } from '#web-shared/components/overlay/modal.tsx';
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
  const done = (): void => {
    toastSuccess('Password changed');
    onClose();
  };
  return (
    <Modal
      title="Change Password"
      maxWidth="xs"
      className={styles['dialog']}
      headClassName={styles['dialogHead']}
      onClose={onClose}
    >
      <ChangePasswordForm username={username} onDone={done} />
    </Modal>
  );
}
