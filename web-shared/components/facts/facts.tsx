import { useId, type ReactNode } from 'react';
import styles from './facts.module.css';

/** A group of a record's fields under a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Fields with their values, one a line; a field without a value shows a dash. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === undefined || value === null || value === '' ? <Nothing /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Nothing() {
  return (
    <span className={styles['nothing']}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">none</span>
    </span>
  );
}
