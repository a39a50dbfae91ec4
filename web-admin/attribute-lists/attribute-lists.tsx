import { LIST_FACTS, type AttributeListResource } from '#contracts/api/attribute-lists.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';

const COLUMNS: readonly Column<AttributeListResource>[] = [
  { source: 'title', label: 'List' },
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
    <RecordList
      noun={['list', 'lists']}
      label="Attribute lists"
      columns={COLUMNS}
      opens="edit"
      perPage={MOST_ROWS}
    />
  );
}
