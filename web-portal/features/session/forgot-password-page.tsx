import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { callForData } from '../../lib/api-client.ts';
import { textIn } from '../../lib/plain-replies.ts';
import { SignInEntrance } from './sign-in-entrance.tsx';
import styles from './session.module.css';

/** /forgotpassword: a link to choose a new one goes out by mail (rule: Forgotten password). */
export default function ForgotPasswordPage() {
  const [user, setUser] = useState('');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const read = (body: unknown): string => textIn(body, 'message');
      setAnswer(await callForData({ path: '/login/forgot', body: { user: user.trim() }, read }));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <SignInEntrance title="Forgot your password?">
      {answer === null ? (
        <>
          <p className={styles['lead']}>A link lets you choose a new one.</p>
          <form className={styles['form']} onSubmit={(event) => void submit(event)}>
            <Field
              label="Username or e-mail"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              value={user}
              onChange={(event) => setUser(event.target.value)}
            />
            <p className={styles['problem']} role="alert">
              {problem}
            </p>
            <Button look="primary" large wide type="submit" disabled={user.trim() === ''} busy={busy}>
              Send Link
            </Button>
          </form>
        </>
      ) : (
        <p className={styles['lead']} role="status">
          {answer}
        </p>
      )}
      <Link className={styles['quiet']} to="/login">
        Back to Log In
      </Link>
    </SignInEntrance>
  );
}
