import { useState, type FormEvent } from 'react';
import { Button } from '../components/button/button.tsx';
import { Field } from '../components/field/field.tsx';
import { Icon } from '../components/icon/icon.tsx';
import { clearToasts, toastFailure } from '../components/toast/toast.ts';
import { LOGIN_FAILED } from '../http/http-client.ts';
import styles from './login-form.module.css';

/** What is sent to sign in; the code of a second factor once it is asked for. */
export type Credentials = { username: string; password: string; code?: string };

export type LoginFormProps = {
  /** Signs in and goes on; throws when it could not. */
  signIn: (credentials: Credentials) => Promise<void>;
  /** True for a failure that says that the password is right, and the user has a second factor. */
  asksForCode: (error: unknown) => boolean;
  /** More than 'Login Failed': why, unless it is the username or the password. */
  reasonOf: (error: unknown) => string | null;
  /** What went wrong before this page. */
  known?: string | null;
  autoFocus?: boolean;
  /** The page can be used: one that came as HTML cannot until its script is loaded. */
  ready?: boolean;
};

/**
 * Username, password, Sign In; Enter submits, a failure reads 'Login Failed' (product: Routes; product: Error
 * catalogue).
 */
export function LoginForm(props: LoginFormProps) {
  const { signIn, asksForCode, reasonOf, known = null, autoFocus = false, ready = true } = props;
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
      if (asksForCode(error)) {
        setAsksCode(true);
        setSigningIn(false);
        return;
      }
      toastFailure(LOGIN_FAILED);
      setProblem(reasonOf(error) ?? 'Please check your username and password.');
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
          hint="From your authenticator app, or a recovery code."
          autoFocus
          required
        />
      )}
      {(problem ?? known) && (
        <p className={styles['failed']} role="alert">
          <Icon name="warning" size={15} /> {problem ?? known}
        </p>
      )}
      <Button look="primary" large wide type="submit" busy={signingIn} disabled={!ready}>
        {signingIn ? 'Signing in…' : 'Sign In'}
      </Button>
      {/* Leaves another site's frame. */}
      <a className={styles['forgotten']} href="/forgotpassword" target="_top">
        Forgot your password?
      </a>
    </form>
  );
}
