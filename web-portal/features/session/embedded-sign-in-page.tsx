import type { Credentials } from '#web-shared/account/login-form.tsx';
import { Logo } from '#web-shared/components/logo.tsx';
import { askForTicket, ticketPath } from './api/sign-in-ticket.ts';
import { LoginForm } from './login-form.tsx';
import styles from './session.module.css';

/**
 * /loginform, for a frame of another site. A browser would keep no cookie there: the top window goes to `/`
 * with a ticket, for which it gets a first-party cookie (product: Routes).
 */
export default function EmbeddedSignInPage() {
  const signIn = async (credentials: Credentials): Promise<void> => {
    const ticket = await askForTicket(credentials);
    (window.top ?? window).location.href = new URL(ticketPath(ticket), window.location.href).href;
  };
  return (
    <main className={styles['embedded']}>
      <Logo />
      <h1 className="visually-hidden">Log In</h1>
      <LoginForm signIn={signIn} />
    </main>
  );
}
