import { useNavigate } from 'react-router';
import { logIn } from './api/log-in.ts';
import { LoginForm, type Credentials } from './login-form.tsx';
import { SignInEntrance } from './sign-in-entrance.tsx';
import styles from './session.module.css';

/** /login; success goes to `/` (product: Routes). */
export default function SignInPage() {
  const navigate = useNavigate();
  const signIn = async (credentials: Credentials): Promise<void> => {
    await logIn(credentials);
    void navigate('/', { replace: true });
  };
  return (
    <SignInEntrance title="Log In">
      <p className={styles['lead']}>Your inventory, your memo, your stones.</p>
      <LoginForm signIn={signIn} autoFocus />
    </SignInEntrance>
  );
}
