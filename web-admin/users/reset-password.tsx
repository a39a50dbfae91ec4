import { useState } from 'react';
import { useEditContext } from 'react-admin';
import { resetPasswordReply } from '#contracts/api/users.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import { configuration } from '#web-shared/configuration.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';
import { whereThePasswordIs } from './password-words.ts';
import { call } from '../providers/http-client.ts';

/** Gives the user a random password by mail; its sessions end (product: Admin calls). */
export function ResetPassword({ username }: { username: string }) {
  const [asking, setAsking] = useState(false);
  const { refetch } = useEditContext();
  const reset = async (): Promise<void> => {
    try {
      await call('/admin/resetpassword', resetPasswordReply, { body: { username } });
      toastSuccess(`${username} has a new password. ${whereThePasswordIs(username)}`);
      // It is a change of the user that is open here: what is typed beside it can be saved.
      await refetch();
    } catch (error) {
      toastFailure(messageOf(error), 'happier');
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>Reset Password</Button>
      {asking && (
        <ConfirmDialog
          question={
            configuration().sendsMails
              ? `Send ${username} a new password by mail?`
              : `Give ${username} a new password?`
          }
          onYes={reset}
          onNo={() => setAsking(false)}
        >
          The old one no longer works, and every session of {username} ends.
        </ConfirmDialog>
      )}
    </>
  );
}
