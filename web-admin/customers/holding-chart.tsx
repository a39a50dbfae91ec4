import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { holdingSeriesReply } from '#contracts/billing/wire.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import { Skeleton } from '../../web-portal/components/skeleton/skeleton.tsx';
import { Section } from '../components/facts.tsx';
import { messageOf } from '../components/failed-state.tsx';
import { formatMoment } from '../components/format.ts';
import { Select } from '../components/select.tsx';
import { call } from '../providers/http-client.ts';
import styles from './customers.module.css';

type Day = {
  day: string;
  currentlyHolding: number;
  exposure: number;
  minInventory: number;
  maxInventory: number;
};

const PERIODS = [
  ['90', '90 days'],
  ['365', '1 year'],
  ['1095', '3 years'],
] as const;
const DAY_MS = 86_400_000;
const [WIDTH, HEIGHT] = [1000, 200];

/** The holding value at each day's end against minimum and maximum (rules, section 4). */
export function HoldingChart({ customerId }: { customerId: number }) {
  const [period, setPeriod] = useState('90');
  const series = useQuery({
    queryKey: ['holding series', customerId, period],
    queryFn: () => {
      const from = new Date(Date.now() - Number(period) * DAY_MS).toISOString().slice(0, 10);
      const query = new URLSearchParams({ customerId: String(customerId), from });
      return call(`/api/holdings/series?${query.toString()}`, holdingSeriesReply, { method: 'GET' });
    },
  });
  return (
    <Section title="Holding through time">
      <div className={styles['chart']}>
        <div className={styles['sectionHead']}>
          <span className={styles['quiet']}>
            At each day&apos;s end, at the prices frozen with each stone.
          </span>
          <Select label="Period" value={period} choices={PERIODS} onChange={setPeriod} />
        </div>
        {series.error ? (
          <p role="alert" className={styles['problem']}>
            {messageOf(series.error)}
          </p>
        ) : series.data ? (
          <Drawing days={series.data.days} />
        ) : (
          <div role="status" aria-label="Loading">
            <Skeleton height={HEIGHT} />
          </div>
        )}
      </div>
    </Section>
  );
}

function Drawing({ days }: { days: readonly Day[] }) {
  const last = days.at(-1);
  if (!last) return <p className={styles['none']}>Nothing was held in this time.</p>;
  const top = Math.max(
    1,
    ...days.map((day) => Math.max(day.currentlyHolding, day.maxInventory, day.minInventory)),
  );
  const x = (place: number): number => (place / Math.max(1, days.length - 1)) * WIDTH;
  const y = (value: number): number => HEIGHT - (value / top) * (HEIGHT - 12);
  const path = (value: (day: Day) => number): string =>
    days
      .map((day, place) => `${place === 0 ? 'M' : 'L'}${x(place).toFixed(1)} ${y(value(day)).toFixed(1)}`)
      .join('');
  const held = path((day) => day.currentlyHolding);
  const highest = days.reduce((most, day) => (day.currentlyHolding > most.currentlyHolding ? day : most));
  const words = `Holding from ${formatMoment(days[0]!.day)} to ${formatMoment(last.day)}: now ${formatValue(last.currentlyHolding)}, highest ${formatValue(highest.currentlyHolding)} on ${formatMoment(highest.day)}.`;
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={words}>
        <path d={`${held}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} fill="var(--accent-soft)" />
        <path d={held} fill="none" stroke="var(--accent)" strokeWidth="2" vectorEffect="non-scaling-stroke" />
        {last.minInventory > 0 && (
          <path
            d={path((day) => day.minInventory)}
            fill="none"
            stroke="var(--amber)"
            strokeDasharray="5 4"
            vectorEffect="non-scaling-stroke"
          />
        )}
        {last.maxInventory > 0 && (
          <path
            d={path((day) => day.maxInventory)}
            fill="none"
            stroke="var(--red)"
            strokeDasharray="5 4"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <div className={styles['legend']}>
        <span>{formatMoment(days[0]!.day)}</span>
        <span>Held now {formatValue(last.currentlyHolding)}</span>
        <span>
          Highest {formatValue(highest.currentlyHolding)}, {formatMoment(highest.day)}
        </span>
        {last.minInventory > 0 && <span>Minimum {formatValue(last.minInventory)} (amber)</span>}
        {last.maxInventory > 0 && <span>Maximum {formatValue(last.maxInventory)} (red)</span>}
      </div>
    </>
  );
}
