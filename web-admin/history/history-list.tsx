import { ListBase, useListContext } from 'react-admin';
import { FailedState } from '../components/failed-state.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { ListCount } from '../components/list-page/list-count.tsx';
import { ListSkeleton } from '../components/list-page/list-skeleton.tsx';
import { failuresInPlace } from '../components/list-page/failures-in-place.ts';
import { Page } from '../components/page.tsx';
import { RecordTable } from '../components/record-table/record-table.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { ListPager } from '../components/list-page/list-pager.tsx';
import { headingOf } from '../providers/resources.ts';
import { HISTORY_COLUMNS } from './history-columns.tsx';
import { HistoryFilters } from './history-filters.tsx';
import styles from './history.module.css';

const PER_PAGE = 25;

/** One search over everything recorded, on both time axes; the address keeps what was searched for. */
export function HistoryList() {
  return (
    <ListBase
      sort={{ field: 'recordedAt', order: 'DESC' }}
      perPage={PER_PAGE}
      debounce={250}
      exporter={false}
      queryOptions={failuresInPlace}
    >
      <Page {...headingOf('history')} summary={<Found />}>
        <HistoryFilters />
        <Rows />
      </Page>
    </ListBase>
  );
}

function Found() {
  const { data, error } = useListContext();
  if (!data) return null;
  return (
    <>
      <ListCount noun={['entry', 'entries']} />
      {error && <span className={styles['stale']}> · Not up to date: {messageOf(error)}</span>}
    </>
  );
}

function Rows() {
  const { data, error, isPending, refetch, filterValues, setFilters } = useListContext();
  if (data && data.length > 0) {
    return (
      <>
        <RecordTable label="History" columns={HISTORY_COLUMNS} />
        <ListPager />
      </>
    );
  }
  if (error) return <FailedState error={error} what="The history" onRetry={() => void refetch()} />;
  if (isPending) return <ListSkeleton />;
  const narrowed = Object.keys(filterValues).length > 0;
  return (
    <StateMessage
      heading="0 entries found"
      actions={
        narrowed && (
          <button type="button" className={styles['plain']} onClick={() => setFilters({}, [])}>
            Clear Filters
          </button>
        )
      }
    >
      {narrowed ? 'Search for whole names and numbers: VTR-104417, not 1044.' : 'Nothing is recorded yet.'}
    </StateMessage>
  );
}
