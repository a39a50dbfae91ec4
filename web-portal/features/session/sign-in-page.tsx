import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '../../components/button/button.tsx';
import { Field } from '../../components/field/field.tsx';
import { Icon } from '../../components/icon/icon.tsx';
import { Logo } from '../../components/logo.tsx';
import { SchemeToggle } from '../../components/scheme-toggle.tsx';
import { ShapeDrawing } from '../../components/shape-drawing/shape-drawing.tsx';
import { CallFailed } from '../../lib/failures.ts';
import { clearToasts, toastFailure } from '../../lib/toasts.ts';
import { logIn } from './api/log-in.ts';
import styles from './session.module.css';

const LOGIN_FAILED = 'Login Failed';

/** /login: username, password, Sign In; Enter submits, success goes to `/` (specification, section 2.1). */
export default function SignInPage() {
  const navigate = useNavigate();
  const [signingIn, setSigningIn] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setSigningIn(true);
    setProblem(null);
    try {
      await logIn(String(form.get('username') ?? '').trim(), String(form.get('password') ?? ''));
      clearToasts();
      void navigate('/', { replace: true });
    } catch (error) {
      toastFailure({ message: LOGIN_FAILED, style: 'error' });
      setProblem(reasonOf(error));
      setSigningIn(false);
    }
  };
  return (
    <main className={styles['page']}>
      <div className={styles['panel']}>
        <header className={styles['head']}>
          <Link to="/home.html" className={styles['home']} aria-label="Home">
            <Logo large />
          </Link>
          <SchemeToggle />
        </header>
        <div className={styles['middle']}>
          <h1>Log In</h1>
          <p className={styles['lead']}>Your inventory, your memo, your stones.</p>
          <form className={styles['form']} onSubmit={(event) => void submit(event)}>
            <Field
              label="Username"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              required
            />
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
            {problem && (
              <p className={styles['failed']} role="alert">
                <Icon name="warning" size={15} /> {problem}
              </p>
            )}
            <Button look="primary" large wide type="submit" disabled={signingIn}>
              {signingIn ? 'Signing in…' : 'Sign In'}
            </Button>
          </form>
        </div>
      </div>
      <div className={styles['stage']} aria-hidden="true">
        <div className={styles['great']}>
          <ShapeDrawing shapeCode="RD" colour="E" />
        </div>
        <div className={styles['row']}>
          {['OV', 'EM', 'CU', 'PS', 'MQ', 'HS'].map((code) => (
            <div key={code}>
              <ShapeDrawing shapeCode={code} colour="F" />
            </div>
          ))}
        </div>
      </div>
    </main>
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
