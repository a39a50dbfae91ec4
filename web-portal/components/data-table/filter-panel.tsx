import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useAfterPaint } from '../../lib/use-after-paint.ts';
import { nameOf, type Column } from './column.ts';
import type { Filter, Filters } from './filters.ts';
import { NumberBound } from './number-bound.tsx';
import { RangeDistribution, rangeOf, rangeProblem } from './range-distribution.tsx';
import { Steps } from './steps.tsx';
import { withChosen, type TableIndex } from './table-index.ts';
import type { DataTable } from './use-data-table.ts';
import type { PanelPlace } from './use-filter-panel.ts';
import { useRoom } from './use-room.ts';
import styles from './filter-panel.module.css';

type FilterPanelProps<Row> = {
  id?: string;
  table: DataTable<Row>;
  /** Those whose filters are side by side here, choices and numbers. */
  columns: readonly Column<Row>[];
  place: PanelPlace;
  /** Hears how high it is. */
  onHeight?: (height: number) => void;
};

/**
 * Filters side by side, each with how the rows lie under the other filters (product: Filters by hand). What is chosen is
 * seen at once, and the table first: the counts follow in the next moment.
 */
export function FilterPanel<Row>({ id, table, columns, place, onHeight }: FilterPanelProps<Row>) {
  const index = useAfterPaint(table.index);
  const others = useAfterPaint(table.filters);
  const panel = useRef<HTMLElement>(null);
  const room = useRoom(panel);
  const note = useEffectEvent((height: number) => onHeight?.(height));
  useEffect(() => {
    if (room && room.height > 0) note(room.height);
  }, [room, place]);
  return (
    <section id={id} ref={panel} className={styles['panel']} data-panel={place} aria-label="Filter panel">
      {columns.map((column) => {
        const Part = column.kind === 'number' ? RangePart : StepsPart;
        return (
          <Part
            key={column.id}
            column={column}
            index={index}
            others={others}
            filter={table.filters[column.id]}
            onFilter={(filter) => table.setFilter(column.id, filter)}
          />
        );
      })}
    </section>
  );
}

const NO_VALUES: readonly string[] = [];

type PartProps<Row> = {
  column: Column<Row>;
  index: TableIndex<Row>;
  /** The filters under which rows are counted, except this column's own. */
  others: Filters;
  filter: Filter | undefined;
  onFilter: (filter: Filter) => void;
};

function StepsPart<Row>({ column, index, others, filter, onFilter }: PartProps<Row>) {
  const chosen = filter?.kind === 'choice' ? filter.values : NO_VALUES;
  const choices = useMemo(
    () => withChosen(column, index.choices(column.id, others), chosen),
    [index, column, others, chosen],
  );
  const choose = (values: readonly string[]): void => onFilter({ kind: 'choice', values });
  return (
    <div className={styles['part']}>
      <PartHead column={column} all={filter === undefined} onAll={() => choose([])} />
      <Steps column={column} choices={choices} chosen={chosen} onChoose={choose} />
    </div>
  );
}

function RangePart<Row>({ column, index, others, filter, onFilter }: PartProps<Row>) {
  const distribution = useMemo(() => index.distribution(column.id, others), [index, column.id, others]);
  const range = rangeOf(filter);
  const write = column.bound ?? String;
  const ends = distribution ? [distribution.edges[0]!, distribution.edges.at(-1)!].map(write) : [];
  const name = nameOf(column);
  // At both ends: only the one that is typed in has a place for it.
  const problem = rangeProblem(column, range);
  const unit = column.unit ? ` (${column.unit})` : '';
  return (
    <div className={`${styles['part'] ?? ''} ${styles['range'] ?? ''}`} role="group" aria-label={name}>
      <PartHead
        column={column}
        all={filter === undefined}
        onAll={() => onFilter({ kind: 'range', min: null, max: null })}
      />
      {distribution && (
        <RangeDistribution
          column={column}
          name={name}
          distribution={distribution}
          range={range}
          onChange={onFilter}
        />
      )}
      <div className={styles['bounds']}>
        <NumberBound
          open={ends[0] ?? ''}
          label={`${name} from${unit}`}
          value={range.min}
          problem={problem}
          onChange={(min) => onFilter({ ...range, min })}
        />
        <span aria-hidden="true">–</span>
        <NumberBound
          open={ends[1] ?? ''}
          label={`${name} to${unit}`}
          value={range.max}
          problem={problem}
          onChange={(max) => onFilter({ ...range, max })}
        />
        <span aria-hidden="true">{column.unit}</span>
      </div>
    </div>
  );
}

/** The filter, or 'All' where there is none (product: Filters and selection). */
function PartHead<Row>({ column, all, onAll }: { column: Column<Row>; all: boolean; onAll: () => void }) {
  const name = nameOf(column);
  return (
    <div className={styles['head']}>
      <span className={styles['name']}>{name}</span>
      <button type="button" aria-pressed={all} aria-label={`${name}: All`} onClick={onAll}>
        All
      </button>
    </div>
  );
}
