import { useMemo } from 'react';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import type { DataTable } from '../../../components/data-table/use-data-table.ts';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { CatchingUp } from '../../../lists/list-page/catching-up.tsx';
import type { ListKind } from '../../../lists/list-kinds.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { useAfterPaint } from '../../../lib/use-after-paint.ts';
import { describeSelection } from '../../../lists/stone-facts.ts';
import { EMPTY_WORDS, nothingFound, nounOf } from './list-words.ts';
import styles from '../../../lists/list-page/list-page.module.css';

const count = (value: number): string => formatCount(value);

/** '2,986 of 41,207 stones · 2 selected, 1.50–1.71 ct, $32,637.61' (product: Stone table). */
export function ListSummary({
  table,
  line,
  stale,
  empty,
  left,
}: {
  table: DataTable<ListRow>;
  line: Line;
  stale: boolean;
  /** The empty list below says so in the same words: here they are for screen readers only. */
  empty: boolean;
  /** Rows that do not go on paper. */
  left: number;
}) {
  const { visible, rowCount } = table;
  // Adding up the selection takes a while: the table is drawn first.
  const selected = useAfterPaint(table.selected);
  const words = useMemo(() => describeSelection(selected), [selected]);
  const nouns = nounOf(line, rowCount);
  return (
    <>
      {visible.length === 0 ? (
        <span className={empty ? 'visually-hidden' : undefined}>{nothingFound(line)}</span>
      ) : visible.length === rowCount ? (
        `${count(rowCount)} ${nouns}`
      ) : (
        `${count(visible.length)} of ${count(rowCount)} ${nouns}`
      )}
      {left > 0 && ` · the first ${count(visible.length - left)} are printed`}
      {selected.length > 0 && (
        <>
          {' '}
          · <strong className={styles['selected']}>{words}</strong>
        </>
      )}
      {stale && <CatchingUp />}
    </>
  );
}

/** A list with nothing to show: nothing in it, or nothing that passes the filters. */
export function EmptyList({
  kind,
  line,
  table,
  onBrowse,
}: {
  kind: ListKind;
  line: Line;
  table: DataTable<ListRow>;
  onBrowse: () => void;
}) {
  if (table.rowCount > 0) {
    return (
      <StateMessage
        heading={nothingFound(line)}
        actions={
          <Button look="primary" onClick={table.clearFilters}>
            Clear Filters
          </Button>
        }
      >
        No {nounOf(line, 1)} passes all of the filters.
      </StateMessage>
    );
  }
  return (
    <StateMessage
      heading={nothingFound(line)}
      shape={kind === 'cart' ? 'PS' : 'RD'}
      actions={
        kind !== 'available' && (
          <Button look="primary" onClick={onBrowse}>
            Browse what is available
          </Button>
        )
      }
    >
      {EMPTY_WORDS[kind]}
    </StateMessage>
  );
}
