import { useState, type FormEvent } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { CallFailed, isRefusal } from '../../lib/failures.ts';
import { clearToasts, toastFailure } from '#web-shared/components/toast/toast.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import styles from './session.module.css';

const LOGIN_FAILED = 'Login Failed';

/** What is sent to sign in; the code of a second factor once it is asked for. */
export type Credentials = { username: string; password: string; code?: string };

type LoginFormProps = {
  /** Signs in and goes on; throws when it could not. */
  signIn: (credentials: Credentials) => Promise<void>;
  /** What went wrong before this page. */
  known?: string | null;
  autoFocus?: boolean;
};

/**
 * Username, password, Sign In; Enter submits, a failure reads 'Login Failed' (product: Routes; product: Error
 * catalogue).
 */
export function LoginForm({ signIn, known = null, autoFocus = false }: LoginFormProps) {
  const hydrated = useHydrated();
  const [signingIn, setSigningIn] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const entry = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    setSigningIn(true);
    setProblem(null);
    try {
      await signIn({
        username: entry('username').trim(),
        password: entry('password'),
        ...(asksCode && { code: entry('code') }),
      });
      clearToasts();
    } catch (error) {
      // The password is right, and the user has a second factor.
      if (isRefusal(error, 'SECOND_FACTOR')) {
        setAsksCode(true);
        setSigningIn(false);
        return;
      }
      toastFailure(LOGIN_FAILED);
      setProblem(reasonOf(error));
      setSigningIn(false);
    }
  };
  return (
    // `post`: should a browser ever submit it by itself, the password is in no address.
    <form className={styles['form']} method="post" onSubmit={(event) => void submit(event)}>
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        required
      />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      {asksCode && (
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          hint="Of your authenticator app, or a recovery code."
          autoFocus
          required
        />
      )}
      {(problem ?? known) && (
        <p className={styles['failed']} role="alert">
          <Icon name="warning" size={15} /> {problem ?? known}
        </p>
      )}
      <Button look="primary" large wide type="submit" busy={signingIn} disabled={!hydrated}>
        {signingIn ? 'Signing in…' : 'Sign In'}
      </Button>
      {/* Out of another site's frame. */}
      <a className={styles['quiet']} href="/forgotpassword" target="_top">
        Forgot your password?
      </a>
    </form>
  );
}

/** More than 'Login Failed', where the server or the network has more to say. */
function reasonOf(error: unknown): string {
  if (
    error instanceof CallFailed &&
    (error.failure.kind === 'network' || error.failure.status === 402 || error.failure.status === 429)
  )
    return error.message;
  return 'Please check your username and password.';
}
