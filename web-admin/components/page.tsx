import type { ReactNode } from 'react';
import { useTitle } from '#web-shared/use-title.ts';
import { OFFICE_NAME } from './office-name.ts';
import styles from './page.module.css';

type PageProps = {
  title: string;
  /** The part of the menu it belongs to, or the way back. */
  above?: ReactNode;
  /** A line under the title that screen readers read when it changes. */
  summary?: ReactNode;
  actions?: ReactNode;
  /** The page is a table that fills the window and scrolls by itself. */
  fills?: boolean;
  children: ReactNode;
};

/** A page: its title, a summary, what can be done, and the rest. */
export function Page({ title, above, summary, actions, fills = false, children }: PageProps) {
  useTitle(title, OFFICE_NAME);
  return (
    <div className={styles['page']} data-fills={fills}>
      <header className={styles['head']}>
        <div>
          {above && <div className={styles['above']}>{above}</div>}
          <h1>{title}</h1>
          <div className={styles['summary']} role="status">
            {summary}
          </div>
        </div>
        {actions && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
