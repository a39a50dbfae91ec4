import type { ReactNode } from 'react';
import type { Figures } from '#contracts/api/figures.ts';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import styles from './reports.module.css';

type ChartedProps = {
  title: string;
  /** What the figures are, in a line. */
  about: string;
  cut: Pick<Figures, 'day' | 'position' | 'recordedAt'>;
  chart?: ReactNode;
  table: ReactNode;
};

/** A chart with its table, and the cut that both are of. */
export function Charted({ title, about, cut, chart, table }: ChartedProps) {
  return (
    <Section title={title}>
      <p className={styles['about']}>
        {about} <OfCut cut={cut} />
      </p>
      <div className={styles['charted']} data-both={chart !== undefined}>
        {chart}
        <div className={styles['table']}>{table}</div>
      </div>
    </Section>
  );
}

/** As of when, and as known when. */
export function OfCut({ cut: { day, position, recordedAt } }: Pick<ChartedProps, 'cut'>) {
  return (
    <span className={styles['cut']}>
      As of {day}, as known at log position {position} (recorded up to {formatMoment(recordedAt)}).
    </span>
  );
}
