import { useId, type ReactNode } from 'react';
import styles from './stone-page.module.css';

export type Fact = readonly [name: string, value: ReactNode];

/** A titled list of facts; those without a value are left out, and a section with nothing in it too. */
export function Section({
  title,
  facts,
  children,
}: {
  title: string;
  facts: readonly Fact[];
  children?: ReactNode;
}) {
  const id = useId();
  const known = facts.filter(([, value]) => value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      <dl>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
