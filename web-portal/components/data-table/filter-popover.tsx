import { formatCount } from '#contracts/vocabulary/counts.ts';
import { HouseDayInput } from '#web-shared/components/field/date-fields.tsx';
import { useMemo } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';
import { Popover } from '#web-shared/components/overlay/popover.tsx';
import { nameOf, type Column } from './column.ts';
import { wordOf, type Filter } from './filters.ts';
import { NumberBound } from './number-bound.tsx';
import { RangeDistribution, rangeOf, rangeProblem } from './range-distribution.tsx';
import { withChosen } from './table-index.ts';
import type { DataTable } from './use-data-table.ts';
import boundStyles from './bound.module.css';
import styles from './filter-popover.module.css';

const NO_VALUES: readonly string[] = [];

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
    <label className={boundStyles['bound']}>
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

function RangeEditor({ table, column }: EditorProps) {
  const { index, filters } = table;
  const range = rangeOf(filters[column.id]);
  const distribution = useMemo(() => index.distribution(column.id, filters), [index, column.id, filters]);
  const write = column.bound ?? String;
  const unit = column.unit ? ` (${column.unit})` : '';
  return (
    <>
      {distribution && (
        <figure className={styles['distribution']}>
          <RangeDistribution
            column={column}
            name={nameOf(column)}
            distribution={distribution}
            range={range}
            onChange={(next) => table.setFilter(column.id, next)}
          />
          <figcaption>
            <span>{write(distribution.edges[0]!)}</span>
            <span>{write(distribution.edges.at(-1)!)}</span>
          </figcaption>
        </figure>
      )}
      <div className={styles['bounds']}>
        <NumberBound
          label={`From${unit}`}
          value={range.min}
          autoFocus
          onChange={(min) => table.setFilter(column.id, { ...range, min })}
        />
        <NumberBound
          label={`To${unit}`}
          value={range.max}
          problem={rangeProblem(column, range)}
          onChange={(max) => table.setFilter(column.id, { ...range, max })}
        />
      </div>
    </>
  );
}

function DaysEditor({ table, column }: EditorProps) {
  const saved = table.filters[column.id];
  const filter = saved?.kind === 'days' ? saved : { kind: 'days' as const, from: null, to: null };
  return (
    <div className={styles['bounds']}>
      <label className={boundStyles['bound']}>
        From
        <HouseDayInput
          autoFocus
          value={filter.from ?? undefined}
          onChange={(day) => table.setFilter(column.id, { ...filter, from: day ?? null })}
        />
      </label>
      <label className={boundStyles['bound']}>
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
  const filter = filters[column.id];
  const chosen = filter?.kind === 'choice' ? filter.values : NO_VALUES;
  const choices = useMemo(
    () => withChosen(column, index.choices(column.id, filters), chosen),
    [index, column, filters, chosen],
  );
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
