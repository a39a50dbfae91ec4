import { buttonClass } from '../components/button/button.tsx';
import styles from './account.module.css';

/** The link to the house's sign-in service, for staff; nothing where there is none. */
export function SingleSignOnLink({ name, to }: { name: string; to: 'portal' | 'office' }) {
  if (name === '') return null;
  return (
    <a
      className={`${buttonClass('outlined', true)} ${styles['provider'] ?? ''}`}
      href={`/login/oidc?to=${to}`}
    >
      Sign in with {name}
    </a>
  );
}
