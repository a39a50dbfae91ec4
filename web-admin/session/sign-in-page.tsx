import { useState } from 'react';
import { useLogin } from 'react-admin';
import { signInProblemIn } from '#contracts/vocabulary/sign-in-problems.ts';
import { LoginForm, type Credentials } from '#web-shared/account/login-form.tsx';
import { SingleSignOnLink } from '#web-shared/account/single-sign-on-link.tsx';
import { useConfiguration } from '#web-shared/configuration.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { codeOf, statusOf } from '../providers/http-client.ts';
import { Entrance } from './entrance.tsx';
import styles from './session.module.css';

/** The back office's sign-in; success goes where one wanted to go. */
export function SignInPage() {
  const login = useLogin();
  const [known] = useState(() => signInProblemIn(window.location.hash));
  const { singleSignOn } = useConfiguration();
  const signIn = async (credentials: Credentials): Promise<void> => void (await login(credentials));
  return (
    <Entrance title="Log In">
      <p className={styles['lead']}>Customers and operations, for staff.</p>
      <LoginForm
        signIn={signIn}
        asksForCode={(error) => codeOf(error) === 'SECOND_FACTOR'}
        reasonOf={(error) => (statusOf(error) === 401 ? null : messageOf(error))}
        known={known}
        autoFocus
      />
      <SingleSignOnLink name={singleSignOn} to="office" />
    </Entrance>
  );
}
