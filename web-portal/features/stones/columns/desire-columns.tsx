import { Chip, StatusChip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { desireStatusName } from '../../../lists/desire-row.ts';
import { statusWhere, type ListKind } from '../../../lists/list-kinds.ts';
import type { ListRow, Wanted } from '../../../lists/list-row.ts';
import type { ListColumn } from './list-column.ts';
import styles from './stone-columns.module.css';

/** Columns whose cell a virtual row has as a stone has it. */
const AS_STONES: readonly string[] = ['drawing', 'lastAction', 'cart'];

/** Columns that a desire says something about, in words. */
const WORDS: readonly string[] = [
  'shape',
  'colour',
  'clarity',
  'fluorescence',
  'cut',
  'polish',
  'symmetry',
  'weight',
  'certNo',
];

function wordOf({ words, status, fulfilledBy, price }: Wanted, column: string): string {
  if (column === 'status') return desireStatusName({ status, fulfilledBy });
  if (column === 'total') return price ?? '';
  return WORDS.includes(column) ? words[column as 'weight'] : '';
}

/** Between the codes of several shapes, which are filtered by as one value. */
const SEVERAL = ', ';

/** What is not asked for is blank to filters, as for a stone without the grade. */
const ANY = 'All';

/**
 * The columns of stones, extended to virtual rows: 'Similar Stones', 'All' where a property is unset, ranges,
 * and the price as far as it is known (product: Desire).
 */
export const withDesires = (columns: readonly ListColumn[]): ListColumn[] =>
  columns.map((column) => {
    if (AS_STONES.includes(column.id)) return column;
    const valueOf = (row: ListRow, wanted: Wanted): string | number | undefined => {
      if (column.id === 'weight') return row.weight || undefined;
      if (column.kind === 'number') return undefined;
      if (column.id === 'shape') return wanted.desire.shape.join(SEVERAL) || undefined;
      const word = wordOf(wanted, column.id);
      return word === '' || word === ANY ? undefined : word;
    };
    const { cell, called, exported } = column;
    return {
      ...column,
      ...(called && { called: (value) => value.split(SEVERAL).map(called).join(SEVERAL) }),
      // A range of weights is sorted and filtered by its least.
      ...(exported && { exported: { ...exported, asText: (row) => row.wanted !== undefined } }),
      read: (row) => (row.wanted ? valueOf(row, row.wanted) : column.read(row)),
      print: (row) => (row.wanted ? wordOf(row.wanted, column.id) : column.print(row)),
      cell: (row) =>
        row.wanted ? <Word column={column.id} wanted={row.wanted} /> : cell ? cell(row) : column.print(row),
    };
  });

const TONES: Readonly<Record<Wanted['status'], Tone>> = {
  CART: 'good',
  ACTIVE: 'waiting',
  CLOSED: 'gone',
  CANCELLED: 'gone',
};

/** The state of a request for similar stones. */
function DesireChip({ wanted }: { wanted: Wanted }) {
  return <Chip tone={TONES[wanted.status]}>{desireStatusName(wanted)}</Chip>;
}

/** The state of a row, as its list says it; what the filters ask for is in no list, and has none. */
export function RowStatus({ row, kind }: { row: ListRow; kind: ListKind }) {
  if (!row.wanted) return <StatusChip status={row.status} where={statusWhere(kind)} />;
  return row.wanted.desireId !== null && <DesireChip wanted={row.wanted} />;
}

function Word({ column, wanted }: { column: string; wanted: Wanted }) {
  const word = wordOf(wanted, column);
  if (word === '') return null;
  if (column === 'status') return <DesireChip wanted={wanted} />;
  return (
    <span className={styles['wanted']} data-column={column}>
      {word}
    </span>
  );
}
