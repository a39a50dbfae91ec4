import TextField from '@mui/material/TextField';
import { useEffect, useState, type FormEvent } from 'react';
import { useLogin } from 'react-admin';
import { signInProblemIn } from '#contracts/vocabulary/sign-in-problems.ts';
import { useConfiguration } from '#web-shared/configuration.ts';
import { SingleSignOnLink } from '#web-shared/account/single-sign-on-link.tsx';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { BusyButton } from '../components/busy-button.tsx';
import { clearToasts, toastFailure } from '#web-shared/components/toast/toast.ts';
import { codeOf, statusOf } from '../providers/http-client.ts';
import { Entrance } from './entrance.tsx';
import styles from './session.module.css';

const LOGIN_FAILED = 'Login Failed';

/** Username, password, Sign In; Enter submits, success goes where one wanted to go. */
export function SignInPage() {
  const login = useLogin();
  const [signingIn, setSigningIn] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const [problem, setProblem] = useState<string | null>(() => signInProblemIn(window.location.hash));
  const { singleSignOn } = useConfiguration();
  useEffect(() => {
    document.title = `Log In · ${PRODUCT_NAME} Back Office`;
  }, []);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setSigningIn(true);
    setProblem(null);
    try {
      await login({
        username: String(form.get('username') ?? '').trim(),
        password: String(form.get('password') ?? ''),
        ...(asksCode && { code: String(form.get('code') ?? '') }),
      });
      clearToasts();
    } catch (error) {
      if (codeOf(error) === 'SECOND_FACTOR') {
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
    <Entrance>
      <h1>Log In</h1>
      <p className={styles['lead']}>Customers and operations, for staff.</p>
      <form className={styles['form']} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoFocus
          required
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        {asksCode && (
          <TextField
            label="Code"
            name="code"
            autoComplete="one-time-code"
            autoFocus
            required
            helperText="Of your authenticator app, or a recovery code."
            slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
          />
        )}
        {problem && (
          <p className={styles['failed']} role="alert">
            <Icon name="warning" size={15} /> {problem}
          </p>
        )}
        <BusyButton variant="contained" size="large" type="submit" busy={signingIn}>
          {signingIn ? 'Signing in…' : 'Sign In'}
        </BusyButton>
        <a className={styles['portal']} href="/forgotpassword">
          Forgot your password?
        </a>
      </form>
      <SingleSignOnLink name={singleSignOn} to="office" />
    </Entrance>
  );
}

/** More than 'Login Failed', where the server or the network has more to say. */
function reasonOf(error: unknown): string {
  const status = statusOf(error);
  if (status === 401 || !(error instanceof Error)) return 'Please check your username and password.';
  return error.message;
}
