import type { AnomalyResource } from '#contracts/api/watch-lists.ts';
import { Chip } from '#web-shared/components/chip/chip.tsx';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { entryName } from '../components/entry-name.ts';
import { Handling } from '../components/inbox/handle-button.tsx';
import { inboxColumns, inboxFilters, STANDING } from '../components/inbox/inbox-columns.tsx';
import { useSignedIn } from '../providers/use-signed-in.ts';
import { parcelPath } from '../components/parcel-path.ts';
import { NameLink } from '../components/text-link.tsx';

const COLUMNS: readonly Column<AnomalyResource>[] = [
  {
    source: 'parcelName',
    label: 'Parcel',
    sortable: true,
    cell: ({ parcelName }) => <NameLink to={parcelPath(parcelName)}>{parcelName}</NameLink>,
  },
  { source: 'reason', label: 'What', sortable: true, wraps: true },
  {
    source: 'overdue',
    label: 'Kind',
    cell: ({ overdue }) =>
      overdue ? <Chip tone="waiting">Missing</Chip> : <Chip tone="alert">Does not fit</Chip>,
  },
  { source: 'customerName', label: 'Customer', sortable: true },
  { source: 'type', label: 'Entry', sortable: true, cell: ({ type }) => type && entryName(type) },
  { source: 'date', label: 'Happened', sortable: true, as: 'moment' },
  { source: 'since', label: 'Waiting since', sortable: true, as: 'moment' },
  ...inboxColumns<AnomalyResource>(({ parcelName }) => parcelName),
];

/** What should not have happened, or should have by now: an inbox for administrators (rule: Anomalies). */
export function AnomalyList() {
  const user = useSignedIn();
  return (
    <Handling resource="anomalies">
      <RecordList
        noun={['anomaly', 'anomalies']}
        searches="Find an anomaly"
        narrows={inboxFilters(user?.username)}
        atFirst={STANDING}
        empty="No anomaly is open or acknowledged."
        columns={COLUMNS}
        sort={['date', 'DESC']}
        perPage={MOST_ROWS}
        refreshSeconds={30}
      />
    </Handling>
  );
}
