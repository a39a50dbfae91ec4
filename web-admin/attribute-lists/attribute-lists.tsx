import { ListBase } from 'react-admin';
import { LIST_FACTS, type AttributeListResource } from '#contracts/api/attribute-lists.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { ListPage } from '../components/list-page/list-page.tsx';
import { TOLD_IN_PLACE } from '../components/list-page/told-in-place.ts';
import type { Column } from '../components/record-table/column.ts';
import { RecordTable } from '../components/record-table/record-table.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';

const COLUMNS: readonly Column<AttributeListResource>[] = [
  { source: 'title', label: 'List', cell: ({ title }) => title },
  { source: 'entries', label: 'Entries', numeric: true, cell: ({ entries }) => entries.length },
  {
    source: 'ownWords',
    label: 'Own Wording',
    cell: ({ id, ownWords }) =>
      LIST_FACTS[id].words.length === 0 ? 'Codes only' : ownWords === 0 ? 'None' : ownWords,
  },
  {
    source: 'changes',
    label: 'Last Changed',
    card: 'whole line',
    cell: ({ changes: [last] }) => last && `${formatMoment(last.at)} by ${last.by}`,
  },
];

/** The attribute lists (product: Attribute lists), and the house's own names for their entries. */
export function AttributeListsPage() {
  return (
    <ListBase perPage={MOST_ROWS} exporter={false} queryOptions={TOLD_IN_PLACE}>
      <ListPage title="Attribute Lists" above="Catalogue" noun={['list', 'lists']}>
        <RecordTable label="Attribute lists" columns={COLUMNS} opens="edit" />
      </ListPage>
    </ListBase>
  );
}
