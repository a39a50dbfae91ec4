import { useId, type ReactNode } from 'react';
import styles from './reassort.module.css';

type SectionProps = { title: string; about?: ReactNode; actions?: ReactNode; children?: ReactNode };

/** A part of the screen under its heading: what it is in a line, and what can be done with it. */
export function Section({ title, about, actions, children }: SectionProps) {
  const heading = useId();
  return (
    <section className={styles['section']} aria-labelledby={heading}>
      <header>
        <div>
          <h2 id={heading}>{title}</h2>
          {about && <p>{about}</p>}
        </div>
        {actions && <div className={styles['buttons']}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
