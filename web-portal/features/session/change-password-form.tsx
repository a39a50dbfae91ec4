import { useState, type FormEvent } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { useChangePassword } from './api/change-password.ts';
import { changeProblem } from './password-problem.ts';
import styles from './session.module.css';

const EMPTY = { oldPassword: '', newPassword: '', repeated: '' };

/** Changes a password; the button waits until every rule holds, and the first that fails is shown at its field. */
export function ChangePasswordForm({ username, onDone }: { username: string; onDone?: () => void }) {
  const [form, setForm] = useState(EMPTY);
  const change = useChangePassword();
  const problem = changeProblem(form);
  const touched = form !== EMPTY;
  const messageAt = (name: keyof typeof EMPTY): string | null =>
    problem?.field === name ? problem.message : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (problem === null && !change.isPending)
      change.mutate(
        { username, oldPassword: form.oldPassword, newPassword: form.newPassword },
        { ...(onDone && { onSuccess: onDone }) },
      );
  };
  const field = (name: keyof typeof EMPTY, label: string, autoComplete: string) => (
    <Field
      label={label}
      type="password"
      autoComplete={autoComplete}
      autoFocus={name === 'oldPassword'}
      // Until something is typed it says what to do first; after that it is a mistake.
      hint={messageAt(name)}
      problem={touched ? messageAt(name) : null}
      value={form[name]}
      onChange={(event) => setForm({ ...form, [name]: event.target.value })}
    />
  );
  return (
    <form className={styles['form']} onSubmit={submit}>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {field('oldPassword', 'Old password', 'current-password')}
      {field('newPassword', 'New password', 'new-password')}
      {field('repeated', 'Repeat new password', 'new-password')}
      <p className={styles['problem']} role="status">
        {touched && problem === null && change.error?.message}
      </p>
      <Button look="primary" large wide type="submit" disabled={problem !== null} busy={change.isPending}>
        Change Password
      </Button>
    </form>
  );
}
