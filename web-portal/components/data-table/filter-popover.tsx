import { formatCount } from '#contracts/vocabulary/counts.ts';
import { HouseDayInput } from '#web-shared/components/field/date-fields.tsx';
import { readNumber } from '#contracts/vocabulary/typed-number.ts';
import { NO_NUMBER, understood } from '#web-shared/formats/understood.ts';
import { useId, useMemo, useState } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';
import { Popover } from '#web-shared/components/overlay/popover.tsx';
import { nameOf, type Column } from './column.ts';
import { wordOf, type Filter } from './filters.ts';
import type { DataTable } from './use-data-table.ts';
import styles from './filter-popover.module.css';

type EditorProps = { table: DataTable<unknown>; column: Column<unknown> };

/** Edits one column's filter; the table behind it follows every change. */
export default function FilterPopover({
  table,
  column,
  anchor,
  onClose,
}: EditorProps & { anchor: HTMLElement; onClose: () => void }) {
  const name = nameOf(column);
  return (
    <Popover anchor={anchor} label={`Filter by ${name}`} onClose={onClose}>
      <div className={styles['panel']}>
        <Editor table={table} column={column} />
        <div className={styles['foot']}>
          <Button
            look="plain"
            disabled={table.filters[column.id] === undefined}
            onClick={() => table.setFilter(column.id, emptyFilter(column))}
          >
            Clear
          </Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Popover>
  );
}

function Editor({ table, column }: EditorProps) {
  switch (column.kind) {
    case 'text':
      return <TextEditor table={table} column={column} />;
    case 'number':
      return <RangeEditor table={table} column={column} />;
    case 'date':
      return <DaysEditor table={table} column={column} />;
    case 'choice':
      return <ChoiceEditor table={table} column={column} />;
  }
}

function emptyFilter(column: Column<unknown>): Filter {
  switch (column.kind) {
    case 'text':
      return { kind: 'text', text: '' };
    case 'number':
      return { kind: 'range', min: null, max: null };
    case 'date':
      return { kind: 'days', from: null, to: null };
    case 'choice':
      return { kind: 'choice', values: [] };
  }
}

function TextEditor({ table, column }: EditorProps) {
  const filter = table.filters[column.id];
  return (
    <label className={styles['bound']}>
      {nameOf(column)} contains
      <input
        type="search"
        autoFocus
        value={filter?.kind === 'text' ? filter.text : ''}
        onChange={(event) => table.setFilter(column.id, { kind: 'text', text: event.target.value })}
      />
    </label>
  );
}

const BINS = 28;

function RangeEditor({ table, column }: EditorProps) {
  const saved = table.filters[column.id];
  const filter = saved?.kind === 'range' ? saved : { kind: 'range' as const, min: null, max: null };
  const { index, filters } = table;
  const distribution = useMemo(
    () => index.distribution(column.id, filters, BINS),
    [index, column.id, filters],
  );
  const write = column.bound ?? String;
  const tallest = distribution ? Math.max(...distribution.bins) : 0;
  const middleOf = (bin: number): number =>
    distribution ? distribution.from + ((bin + 0.5) * (distribution.to - distribution.from)) / BINS : 0;
  const within = (value: number): boolean =>
    (filter.min === null || value >= filter.min) && (filter.max === null || value <= filter.max);
  return (
    <>
      {distribution && (
        <figure className={styles['distribution']}>
          <svg
            viewBox={`0 0 ${BINS * 8} 48`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`From ${write(distribution.from)} to ${write(distribution.to)}`}
          >
            {distribution.bins.map((count, bin) => {
              const height = count === 0 ? 0 : Math.max(2, (count / tallest) * 46);
              return (
                <rect
                  key={bin}
                  x={bin * 8 + 1}
                  width={6}
                  y={48 - height}
                  height={height}
                  rx={1}
                  data-in={within(middleOf(bin))}
                />
              );
            })}
          </svg>
          <figcaption>
            <span>{write(distribution.from)}</span>
            <span>{write(distribution.to)}</span>
          </figcaption>
        </figure>
      )}
      <div className={styles['bounds']}>
        <NumberBound
          label="From"
          value={filter.min}
          unit={column.unit}
          autoFocus
          onChange={(min) => table.setFilter(column.id, { ...filter, min })}
        />
        <NumberBound
          label="To"
          value={filter.max}
          unit={column.unit}
          onChange={(max) => table.setFilter(column.id, { ...filter, max })}
        />
      </div>
    </>
  );
}

function NumberBound({
  label,
  value,
  unit,
  autoFocus = false,
  onChange,
}: {
  label: string;
  value: number | null;
  unit: string | undefined;
  autoFocus?: boolean;
  onChange: (value: number | null) => void;
}) {
  // What is typed stays as typed ('1.', '1.50'); it is read again only when the filter was changed elsewhere.
  const [typed, setTyped] = useState(value === null ? '' : String(value));
  const shown = parseBound(typed) === value ? typed : value === null ? '' : String(value);
  const note = understood(shown, readBound);
  const id = useId();
  return (
    <div>
      <label className={styles['bound']}>
        {label}
        {unit ? ` (${unit})` : ''}
        <input
          aria-describedby={id}
          inputMode="decimal"
          autoFocus={autoFocus}
          value={shown}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange(parseBound(event.target.value));
          }}
          aria-invalid={note === NO_NUMBER ? true : undefined}
        />
      </label>
      <span id={id}>{note}</span>
    </div>
  );
}

/** A bound as typed, with or without its $ or %; empty, or not a number (yet), is an open end. */
export const parseBound = (text: string): number | null => readBound(text) ?? null;

const readBound = (text: string): number | undefined =>
  readNumber(text.replace(/^\s*([-\u2212]?)\s*\$/, '$1').replace(/%\s*$/, ''));

function DaysEditor({ table, column }: EditorProps) {
  const saved = table.filters[column.id];
  const filter = saved?.kind === 'days' ? saved : { kind: 'days' as const, from: null, to: null };
  return (
    <div className={styles['bounds']}>
      <label className={styles['bound']}>
        From
        <HouseDayInput
          autoFocus
          value={filter.from ?? undefined}
          onChange={(day) => table.setFilter(column.id, { ...filter, from: day ?? null })}
        />
      </label>
      <label className={styles['bound']}>
        To
        <HouseDayInput
          value={filter.to ?? undefined}
          onChange={(day) => table.setFilter(column.id, { ...filter, to: day ?? null })}
        />
      </label>
    </div>
  );
}

function ChoiceEditor({ table, column }: EditorProps) {
  const { index, filters } = table;
  const choices = useMemo(() => index.choices(column.id, filters), [index, column.id, filters]);
  const filter = filters[column.id];
  const chosen = filter?.kind === 'choice' ? filter.values : [];
  const choose = (value: string, on: boolean): void =>
    table.setFilter(column.id, {
      kind: 'choice',
      values: on ? [...chosen, value] : chosen.filter((other) => other !== value),
    });
  return (
    <div className={styles['choices']} role="group" aria-label={nameOf(column)}>
      <label className={styles['choice']}>
        <input
          type="checkbox"
          checked={chosen.length === 0}
          onChange={() => table.setFilter(column.id, { kind: 'choice', values: [] })}
        />
        <span className={styles['value']}>All</span>
      </label>
      {choices.map(({ value, count }) => (
        <label key={value} className={styles['choice']} data-none={count === 0}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => choose(value, event.target.checked)}
          />
          {column.picture && <span className={styles['picture']}>{column.picture(value)}</span>}
          <span className={styles['value']}>{wordOf(column, value)}</span>
          <span className={styles['count']}>{formatCount(count)}</span>
        </label>
      ))}
    </div>
  );
}
