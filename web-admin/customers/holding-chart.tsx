import { useState, type PointerEvent } from 'react';
import { holdingSeriesReply } from '#contracts/api/bills.ts';
import { addDays } from '#contracts/vocabulary/house-time.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { today } from '#web-shared/formats/moments.ts';
import { Select } from '#web-shared/components/select/select.tsx';
import { Loaded } from '../components/loaded.tsx';
import { useGet } from '../providers/use-get.ts';
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
const [WIDTH, HEIGHT] = [1000, 200];

/**
 * The holding value at each day's end against minimum and maximum, to be read at any day (rule: Exposure,
 * holding, fee base).
 */
export function HoldingChart({ customerId }: { customerId: number }) {
  const [period, setPeriod] = useState('90');
  const from = addDays(today(), -Number(period));
  const query = new URLSearchParams({ customerId: String(customerId), from });
  const series = useGet(`/api/holdings/series?${query.toString()}`, holdingSeriesReply);
  return (
    <Section title="Holding through time">
      <div className={styles['chart']}>
        <div className={styles['sectionHead']}>
          <span className="quiet">At each day&apos;s end, at the prices frozen with each stone.</span>
          <Select label="Period" value={period} choices={PERIODS} onChange={setPeriod} />
        </div>
        <Loaded query={series} noun="holding" height={HEIGHT}>
          {({ days }) => <Drawing days={days} />}
        </Loaded>
      </div>
    </Section>
  );
}

function Drawing({ days }: { days: readonly Day[] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const newest = days.length - 1;
  const place = Math.min(chosen ?? newest, newest);
  const day = days[place];
  if (!day) return <p className="nothing">Nothing was held in this time.</p>;
  const top = Math.max(
    1,
    ...days.map(({ currentlyHolding, minInventory, maxInventory }) =>
      Math.max(currentlyHolding, minInventory, maxInventory),
    ),
  );
  const x = (at: number): number => (at / Math.max(1, newest)) * WIDTH;
  const y = (value: number): number => HEIGHT - (value / top) * (HEIGHT - 12);
  const path = (value: (day: Day) => number): string =>
    days.map((one, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value(one)).toFixed(1)}`).join('');
  const held = path(({ currentlyHolding }) => currentlyHolding);
  const highest = days.reduce((most, one) => (one.currentlyHolding > most.currentlyHolding ? one : most));
  const [first, last] = [days[0]!, days[newest]!];
  const words = `Holding from ${first.day} to ${last.day}: now ${formatValue(last.currentlyHolding)}, highest ${formatValue(highest.currentlyHolding)} on ${highest.day}.`;
  const point = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(Math.round(Math.min(1, Math.max(0, (clientX - left) / width)) * newest));
  };
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
        onPointerMove={point}
      >
        <path d={`${held}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} data-line="area" />
        <path d={held} data-line="held" />
        {days.some(({ minInventory }) => minInventory > 0) && (
          <path d={path(({ minInventory }) => minInventory)} data-line="minimum" />
        )}
        {days.some(({ maxInventory }) => maxInventory > 0) && (
          <path d={path(({ maxInventory }) => maxInventory)} data-line="maximum" />
        )}
        {place < newest && <path d={`M${x(place)} 0V${HEIGHT}`} data-line="day" />}
      </svg>
      <input
        type="range"
        aria-label="Day"
        min={0}
        max={newest}
        value={place}
        aria-valuetext={`${day.day}: ${formatValue(day.currentlyHolding)} held`}
        onChange={({ target }) => setChosen(Number(target.value))}
      />
      <div className={styles['legend']}>
        <strong>{day.day}</strong>
        <span data-line="held">Held {formatValue(day.currentlyHolding)}</span>
        {day.minInventory > 0 && <span data-line="minimum">Minimum {formatValue(day.minInventory)}</span>}
        {day.maxInventory > 0 && <span data-line="maximum">Maximum {formatValue(day.maxInventory)}</span>}
        <span>
          Highest {formatValue(highest.currentlyHolding)}, {highest.day}
        </span>
      </div>
    </>
  );
}
