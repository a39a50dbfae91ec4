import { resetPasswordReply } from '#contracts/api/users.ts';
import { configuration } from '#web-shared/configuration.ts';
import { ConfirmedButton } from '../components/confirmed-button.tsx';
import { call } from '../providers/http-client.ts';
import { whereThePasswordIs } from './password-words.ts';

/** Gives the user a random password by mail; its sessions end (product: Admin calls). */
export function ResetPassword({ username, email }: { username: string; email: string }) {
  return (
    <ConfirmedButton
      label="Reset Password"
      question={
        configuration().sendsMails
          ? `Send ${username} a new password by mail?`
          : `Give ${username} a new password?`
      }
      act={() => call('/admin/resetpassword', resetPasswordReply, { body: { username } })}
      done={`${username} has a new password. ${whereThePasswordIs(email)}`}
    >
      The old one no longer works, and every session of {username} ends.
    </ConfirmedButton>
  );
}
