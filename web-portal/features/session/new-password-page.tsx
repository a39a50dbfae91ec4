import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { INCOMPLETE_LINK, useLinkToken } from '../../components/link-page/link-token.ts';
import { callForData } from '../../lib/api-client.ts';
import { textIn } from '../../lib/plain-replies.ts';
import { newPasswordProblem } from './password-problem.ts';
import { SignInEntrance } from './sign-in-entrance.tsx';
import styles from './session.module.css';

const EMPTY = { newPassword: '', repeated: '' };

/** /newpassword, where the link of a mail leads (rule: Forgotten password). */
export default function NewPasswordPage() {
  const token = useLinkToken();
  if (token !== '') return <NewPassword key={token} token={token} />;
  return (
    <SignInEntrance title={INCOMPLETE_LINK.heading}>
      <p className={styles['lead']} role="status">
        {INCOMPLETE_LINK.text}
      </p>
      <Link className={`${buttonClass('primary', true)} ${styles['onwards'] ?? ''}`} to="/forgotpassword">
        Ask for another link
      </Link>
    </SignInEntrance>
  );
}

function NewPassword({ token }: { token: string }) {
  const [form, setForm] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  const [username, setUsername] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const problem = newPasswordProblem(form);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (problem !== null) return;
    setBusy(true);
    setRefused(null);
    try {
      const body = { token, newPassword: form.newPassword };
      const read = (reply: unknown): string => textIn(reply, 'username');
      const commandId = newCommandId();
      setUsername(await callForData({ path: '/login/newpassword', body, commandId, read }));
    } catch (error) {
      setRefused(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const messageAt = (name: keyof typeof EMPTY): string | null =>
    problem?.field === name ? problem.message : null;
  const field = (name: keyof typeof EMPTY, label: string) => (
    <Field
      label={label}
      type="password"
      autoComplete="new-password"
      autoFocus={name === 'newPassword'}
      hint={messageAt(name)}
      problem={form === EMPTY ? null : messageAt(name)}
      value={form[name]}
      onChange={(event) => setForm({ ...form, [name]: event.target.value })}
    />
  );
  if (username !== null)
    return (
      <SignInEntrance title="Password changed">
        <p className={styles['lead']} role="status">
          {username} has a new password, and is signed out everywhere.
        </p>
        <Link className={`${buttonClass('primary', true)} ${styles['onwards'] ?? ''}`} to="/login">
          Log In
        </Link>
      </SignInEntrance>
    );
  return (
    <SignInEntrance title="Choose a new password">
      <form className={styles['form']} onSubmit={(event) => void submit(event)}>
        {field('newPassword', 'New password')}
        {field('repeated', 'Repeat new password')}
        <p className={styles['problem']} role="status">
          {refused}
        </p>
        <Button look="primary" large wide type="submit" disabled={problem !== null} busy={busy}>
          Change Password
        </Button>
      </form>
      <Link className={styles['quiet']} to="/forgotpassword">
        Ask for another link
      </Link>
    </SignInEntrance>
  );
}
