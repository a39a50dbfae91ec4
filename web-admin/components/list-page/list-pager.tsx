import { useListContext } from 'react-admin';
import { PAGED_TO } from '#contracts/api/history.ts';
import { IconButton } from '#web-shared/components/button/button.tsx';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import styles from './list-pager.module.css';

/** Which rows of how many, and the pages before and after. */
export function ListPager() {
  const { page, perPage, total = 0, setPage, data = [], isFetching } = useListContext();
  const first = (page - 1) * perPage + 1;
  const last = first + data.length - 1;
  const pages = Math.max(1, Math.ceil(Math.min(total, PAGED_TO) / perPage));
  return (
    <nav className={styles['pager']} aria-label="Pages" aria-busy={isFetching}>
      <span>
        {formatCount(first)}–{formatCount(last)} of {formatCount(total)}
        {page === pages && total > PAGED_TO && ' · narrow the dates to go further back'}
      </span>
      <span>
        <IconButton
          icon="left"
          label="Previous page"
          disabled={page <= 1}
          onClick={() => setPage(page - 1)}
        />
        Page {formatCount(page)} of {formatCount(pages)}
        <IconButton
          icon="right"
          label="Next page"
          disabled={page >= pages}
          onClick={() => setPage(page + 1)}
        />
      </span>
    </nav>
  );
}
