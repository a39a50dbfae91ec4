import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { Button } from '#web-shared/components/button/button.tsx';
import { FailedState } from '../failed-state.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { Page } from '../page.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { ListCount } from './list-count.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { QuickFilters, type QuickFilter } from './quick-filters.tsx';
import { SearchBox } from './search-box.tsx';
import styles from './list-page.module.css';

/** The filter box appears only above this many rows (product: Limits). */
const FILTERED_ABOVE = 5;

export type ListPageProps = {
  title: string;
  above: ReactNode;
  /** What is counted: one, many. */
  noun: readonly [string, string];
  /** The message when there is nothing at all. */
  empty?: ReactNode;
  /** The list can be searched (`filter={"q":…}`). */
  searches?: string;
  /** What it can be narrowed to in one gesture. */
  narrows?: readonly QuickFilter[];
  /** What it is narrowed to until one chooses otherwise. */
  atFirst?: Readonly<Record<string, unknown>>;
  actions?: ReactNode;
  /** Stands above the rows, also where there are none. */
  head?: ReactNode;
  /** The list, once its rows have come. */
  children: ReactNode;
};

/** A list's page with its states: on its way, failed, empty, nothing found. Inside a list context. */
export function ListPage(props: ListPageProps) {
  const { title, above, noun, searches, narrows, atFirst, head, actions } = props;
  const { filterValues, total = 0, isPending } = useListContext();
  const isAtFirst = JSON.stringify(filterValues) === JSON.stringify(atFirst);
  const searched = !isAtFirst && Object.values(filterValues).some((value) => value !== '');
  const offersSearch = searches !== undefined && !isPending && (total > FILTERED_ABOVE || searched);
  return (
    <Page
      title={title}
      above={above}
      summary={<Summary noun={noun} searched={searched} />}
      actions={
        (offersSearch || actions) && (
          <>
            {offersSearch && <SearchBox label={searches} />}
            {actions}
          </>
        )
      }
      fills
    >
      {narrows && <QuickFilters choices={narrows} />}
      {head}
      <Rows {...props} searched={searched} />
    </Page>
  );
}

/** How many there are; or that what is shown is no longer the newest. */
function Summary({ noun, searched }: { noun: readonly [string, string]; searched: boolean }) {
  const { data, error } = useListContext();
  if (!data) return null;
  return (
    <>
      <ListCount noun={noun} shown={data.length} searched={searched} />
      {error && <span className={styles['stale']}> · Not up to date: {messageOf(error)}</span>}
    </>
  );
}

function Rows({ noun, empty, searched, children }: ListPageProps & { searched: boolean }) {
  const { data, error, isPending, isPlaceholderData, refetch, setFilters } = useListContext();
  if (data && data.length > 0) return children;
  const clear = searched && <Button onClick={() => setFilters({}, [])}>Clear the filter</Button>;
  // The filter may be one that the server refuses: a link of another who may choose by it.
  if (error)
    return (
      <FailedState error={error} what={`The ${noun[1]}`} onRetry={() => void refetch()} beside={clear} />
    );
  // What is shown until the next answer comes does not say that there is none.
  if (isPending || isPlaceholderData) return <ListSkeleton />;
  return (
    <StateMessage heading={`0 ${noun[1]} found`} actions={clear}>
      {searched ? 'Nothing matches the filter.' : empty}
    </StateMessage>
  );
}
