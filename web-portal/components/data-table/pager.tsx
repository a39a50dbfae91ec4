import { formatCount } from '#contracts/vocabulary/counts.ts';
import { useState } from 'react';
import { readNumber } from '#contracts/vocabulary/typed-number.ts';
import { IconButton } from '#web-shared/components/button/button.tsx';
import type { DataTable } from './use-data-table.ts';
import styles from './pager.module.css';

type PagerProps<Row> = {
  table: DataTable<Row>;
  /** Whether the rows stand in a room of their own, which a page can be made to fill. */
  fitted?: boolean;
};

/** Inputs for the page number (from 1) and the page size (product: Stone table). */
export function Pager<Row>({ table, fitted = false }: PagerProps<Row>) {
  const { pageNumber, pageCount, pageSize, page, visible, fits } = table;
  return (
    <nav className={styles['pager']} aria-label="Pages">
      <span className={styles['showing']}>
        {formatCount(page.length)} of {formatCount(visible.length)}
      </span>
      <IconButton
        icon="left"
        label="Previous page"
        disabled={pageNumber <= 1}
        onClick={() => table.goToPage(pageNumber - 1)}
      />
      <span>Page</span> <NumberInput name="Page number" value={pageNumber} onCommit={table.goToPage} />
      <span>of {formatCount(pageCount)}</span>
      <IconButton
        icon="right"
        label="Next page"
        disabled={pageNumber >= pageCount}
        onClick={() => table.goToPage(pageNumber + 1)}
      />
      <span className={styles['size']}>Rows</span>{' '}
      <NumberInput name="Page size" value={pageSize} onCommit={table.setPageSize} />
      {fitted && (
        <button
          type="button"
          className={styles['fit']}
          aria-pressed={fits}
          title="As many rows as there is room for"
          onClick={() => table.setFits(!fits)}
        >
          Fit
        </button>
      )}
    </nav>
  );
}

/** Takes effect on Enter or when the field is left; anything but a whole number from 1 on restores the old value. */
function NumberInput({
  name,
  value,
  onCommit,
}: {
  name: string;
  value: number;
  onCommit: (value: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (): void => {
    const wanted = typed === null ? undefined : readNumber(typed);
    if (wanted !== undefined && wanted !== value && Number.isSafeInteger(wanted) && wanted > 0)
      onCommit(wanted);
    setTyped(null);
  };
  return (
    <input
      aria-label={name}
      inputMode="numeric"
      size={Math.max(3, String(value).length)}
      value={typed ?? String(value)}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setTyped(null);
      }}
    />
  );
}
