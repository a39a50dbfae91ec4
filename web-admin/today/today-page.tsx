import type { ReactNode } from 'react';
import { LinkBase, useCanAccess } from 'react-admin';
import { todayReply, type Today } from '#contracts/api/today.ts';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { LoadedPage } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { headingOf } from '../providers/resources.ts';
import { useGet } from '../providers/use-get.ts';
import { moneyFigures, waitingFigures, type Figure } from './figures.ts';
import styles from './today.module.css';

const REFRESH_MS = 60_000;

/** What needs a person today, and the money of the month; each figure opens to its list, where the reader has it (rule: Today). */
export function TodayPage() {
  const query = useGet('/api/today', todayReply, { refetchInterval: REFRESH_MS });
  return (
    <LoadedPage query={query} {...headingOf('today')} noun="figures of today">
      {(today) => <Figures today={today} />}
    </LoadedPage>
  );
}

function Figures({ today }: { today: Today }) {
  const { canAccess = false } = useCanAccess({ resource: 'customers', action: 'list' });
  const lists = { customers: canAccess };
  const figures = waitingFigures(today, lists);
  const waiting = figures.filter(({ count }) => count > 0);
  const money = moneyFigures(today, lists);
  return (
    <Page {...headingOf('today')} summary={`${today.day} · ${summaryOf(waiting.length)}`}>
      <div className={styles['page']}>
        {waiting.length > 0 && (
          <Section title="Needs a person">
            <Tiles figures={waiting.map(({ figure }) => figure)} />
          </Section>
        )}
        {money.length > 0 && (
          <Section title="Money of the month">
            <Tiles figures={money} />
          </Section>
        )}
        {waiting.length < figures.length && (
          <Section title="In order">
            <ul className={styles['quiet']}>
              {figures
                .filter(({ count }) => count === 0)
                .map(({ figure: { label, to } }) => (
                  <li key={label}>
                    <ToList to={to}>
                      {label} <span>0</span>
                    </ToList>
                  </li>
                ))}
            </ul>
          </Section>
        )}
      </div>
    </Page>
  );
}

const summaryOf = (kinds: number): string =>
  kinds === 0
    ? 'Everything is in order'
    : `${formatNumberOf(kinds, ['thing needs', 'things need'])} a person`;

function Tiles({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className={styles['tiles']}>
      {figures.map(({ label, value, note, to, tone }) => (
        <li key={label}>
          <ToList to={to} className={styles['tile']} data-tone={tone}>
            <span className={styles['label']}>{label}</span>
            <strong>{value}</strong>
            {note !== undefined && <small>{note}</small>}
          </ToList>
        </li>
      ))}
    </ul>
  );
}

type ToListProps = {
  to: string | undefined;
  className?: string | undefined;
  'data-tone'?: Figure['tone'];
  children: ReactNode;
};

/** Leads to a figure's list; without a list it is only read. */
function ToList({ to, ...look }: ToListProps) {
  return to === undefined ? <div {...look} /> : <LinkBase to={to} {...look} />;
}
