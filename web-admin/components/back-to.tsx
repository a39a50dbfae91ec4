import { LinkBase } from 'react-admin';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import styles from './page.module.css';

/** The way back from a record to its list, above its page's title. */
export function BackTo({ to, title }: { to: string; title: string }) {
  return (
    <LinkBase className={styles['back']} to={to}>
      <Icon name="left" size={12} /> {title}
    </LinkBase>
  );
}
