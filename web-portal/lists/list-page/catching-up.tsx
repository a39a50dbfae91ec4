import styles from './list-page.module.css';

/** At the end of a list's summary: it is older than what was asked for, and is asked for again (rule: Failures that never sign out). */
export function CatchingUp() {
  return (
    <>
      {' '}
      · <span className={styles['stale']}>catching up with the latest changes…</span>
    </>
  );
}
