import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { parseSavedTable } from '../../../components/data-table/saved-table.ts';
import { usePanelRoom } from '../../../components/data-table/use-filter-panel.ts';
import { useAway } from '../../../lib/connection.ts';
import { readAgainAfter } from '../../../lib/read-again-after.ts';
import { useSession } from '../../../lib/session.ts';
import { attributesQuery } from '../../../lists/api/get-attributes.ts';
import { listQuery } from '../../../lists/api/get-list.ts';
import { listId, type ListId } from '../../../lists/list-kinds.ts';
import { useListSlots } from '../../../lists/slots.ts';
import { headingId, ListHeading } from '../../../lists/list-page/list-heading.tsx';
import { ListSkeleton } from '../../../lists/list-page/list-skeleton.tsx';
import { LoadedList, type StoneListPageProps } from './loaded-list.tsx';
import { filtersLinked } from './shared-filters.ts';
import { useInspectorWanted } from './use-inspector.tsx';
import { useSavedList } from './use-saved-list.ts';
import styles from '../../../lists/list-page/list-page.module.css';

/**
 * One of the four lists of a line: heading, filters, table or gallery, pages, and what may be done with the selection.
 * What is available of jewellery is requested by model, and shown by piece beside that.
 */
export function StoneListPage(props: StoneListPageProps) {
  const { kind, line, aside } = props;
  const { Models } = useListSlots();
  // Read at the first paint: the shell takes the link out of the address right after.
  const [search] = useState(() => window.location.search);
  if (line === 'jewellery' && kind === 'available') {
    return (
      <Suspense fallback={null}>
        <Models
          aside={aside}
          linked={filtersLinked(listId(kind, line), new URLSearchParams(search)) !== null}
          renderPieces={(views, asLinked) => (
            <ParcelList {...props} views={views} search={asLinked ? search : ''} />
          )}
        />
      </Suspense>
    );
  }
  return <ParcelList {...props} search={search} />;
}

function ParcelList({
  search,
  ...props
}: StoneListPageProps & {
  /** The link by which it was opened. */
  search: string;
  /** A switch to what else the tab shows. */
  views?: ReactNode;
}) {
  const { kind, line } = props;
  const { customerKnown } = useSession();
  const id = listId(kind, line);
  const list = useQuery(listQuery(line, kind));
  const away = useAway() !== null;
  const attributes = useQuery(attributesQuery);
  const { saved, save } = useSavedList(id, search);
  // Wait for the customer: its columns and prices would lay the table out a second time.
  if (list.data && attributes.data && customerKnown)
    return (
      <LoadedList
        {...props}
        list={list.data}
        // Without a connection nothing is asked, and the page says so over everything.
        stale={!away && readAgainAfter(list, list.data.stale) !== false}
        attributes={attributes.data}
        saved={saved}
        save={save}
      />
    );
  const failed = list.error ?? attributes.error;
  const tryAgain = (): void => {
    for (const query of [list, attributes]) if (query.isError) void query.refetch();
  };
  return (
    <section className={styles['page']} aria-labelledby={headingId(kind, line)} aria-busy={!failed}>
      <ListHeading kind={kind} line={line} summary={failed ? '' : 'Loading…'}>
        {props.aside}
        {failed && props.views}
      </ListHeading>
      {!failed ? (
        <Loading id={id} saved={saved} />
      ) : (
        <CouldNotLoad what="This list" error={failed} retry={tryAgain} />
      )}
    </section>
  );
}

function Loading({ id, saved }: { id: ListId; saved: unknown }) {
  const { wanted } = useInspectorWanted();
  const stone = wanted && parseSavedTable(saved).view === 'table';
  return <ListSkeleton panel={usePanelRoom({ list: id, stone })} />;
}
