import { useLocation, useNavigate } from 'react-router';
import { signInProblemIn } from '#contracts/vocabulary/sign-in-problems.ts';
import type { Credentials } from '#web-shared/account/login-form.tsx';
import { SingleSignOnLink } from '#web-shared/account/single-sign-on-link.tsx';
import { useConfiguration } from '#web-shared/configuration.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { logIn } from './api/log-in.ts';
import { LoginForm } from './login-form.tsx';
import { SignInEntrance } from './sign-in-entrance.tsx';
import styles from './session.module.css';

/** /login; success goes to `/` (product: Routes). */
export default function SignInPage() {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const { singleSignOn } = useConfiguration();
  // The page was made before there was an address.
  const problem = useHydrated() ? signInProblemIn(hash) : null;
  const signIn = async (credentials: Credentials): Promise<void> => {
    await logIn(credentials);
    void navigate('/', { replace: true });
  };
  return (
    <SignInEntrance title="Log In">
      <p className={styles['lead']}>Your inventory, your memo, your stones.</p>
      <LoginForm signIn={signIn} known={problem} autoFocus />
      <SingleSignOnLink name={singleSignOn} to="portal" />
    </SignInEntrance>
  );
}
