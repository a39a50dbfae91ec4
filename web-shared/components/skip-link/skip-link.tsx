import styles from './skip-link.module.css';

/** The first stop of the tab key: past the sidebar or the navigation bar. `to`: the id of the page's content. */
export function SkipLink({ to }: { to: string }) {
  return (
    <a className={styles['skip']} href={`#${to}`}>
      Skip to the content
    </a>
  );
}
