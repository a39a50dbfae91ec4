import type { ReactNode } from 'react';
import { ListBase, type ListBaseProps, type RaRecord } from 'react-admin';
import { headingOf } from '../../providers/resources.ts';
import { useResource } from '../../providers/use-resource.ts';
import type { Column } from '../record-table/column.tsx';
import type { Opens } from '../record-table/record-link.tsx';
import { RecordTable } from '../record-table/record-table.tsx';
import { failuresInPlace, refreshedEvery } from './failures-in-place.ts';
import { ListPage, type ListPageProps } from './list-page.tsx';
import { PagerWhenMany } from './pager-when-many.tsx';

type RecordListProps<Row extends RaRecord> = Omit<ListPageProps, 'title' | 'above' | 'children'> & {
  /** What the table holds, for screen readers; the page's title where it is not given. */
  label?: string;
  columns: readonly Column<Row>[];
  /** The field by which it is first sorted, and in which direction. */
  sort?: readonly [field: string, order: 'ASC' | 'DESC'];
  perPage?: number;
  /** The list is read again this often; without it, when it is opened or changed. */
  refreshSeconds?: number;
  opens?: Opens;
  /** Where the rows come from, on a page whose own filters stand outside of the address. */
  source?: Pick<ListBaseProps, 'resource' | 'filter' | 'disableSyncWithLocation' | 'storeKey'>;
  /** Stands below the table, where there is one; inside the list's context. */
  after?: ReactNode;
};

/** A resource's list: read from the server, searched, sorted and paged, as a table or as cards. */
export function RecordList<Row extends RaRecord>({
  label,
  columns,
  sort: [field, order] = ['id', 'ASC'],
  perPage = 100,
  refreshSeconds,
  opens,
  source,
  after,
  ...page
}: RecordListProps<Row>) {
  // The page's own, wherever its rows come from.
  const heading = headingOf(useResource());
  return (
    <ListBase
      {...source}
      sort={{ field, order }}
      perPage={perPage}
      {...(page.atFirst && { filterDefaultValues: page.atFirst })}
      debounce={150}
      exporter={false}
      queryOptions={refreshSeconds === undefined ? failuresInPlace : refreshedEvery(refreshSeconds)}
    >
      <ListPage {...heading} {...page}>
        <RecordTable label={label ?? heading.title} columns={columns} opens={opens ?? false} />
        <PagerWhenMany />
        {after}
      </ListPage>
    </ListBase>
  );
}
