import { LinkBase, ListBase } from 'react-admin';
import type { AnomalyResource } from '#contracts/api/watch-lists.ts';
import { Chip } from '#web-shared/components/chip/chip.tsx';
import { ListPage } from '../components/list-page/list-page.tsx';
import { refreshedEvery } from '../components/list-page/told-in-place.ts';
import type { Column } from '../components/record-table/column.ts';
import { RecordTable } from '../components/record-table/record-table.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { entryName } from '../components/entry-name.ts';
import { Moment } from '../components/moment.tsx';
import { parcelPath } from '../components/parcel-path.ts';
import styles from './anomalies.module.css';

const COLUMNS: readonly Column<AnomalyResource>[] = [
  {
    source: 'parcelName',
    label: 'Parcel',
    sortable: true,
    cell: ({ parcelName }) => (
      <LinkBase className={styles['name']} to={parcelPath(parcelName)}>
        {parcelName}
      </LinkBase>
    ),
  },
  { source: 'reason', label: 'What', sortable: true, wraps: true, cell: ({ reason }) => reason },
  {
    source: 'overdue',
    label: 'Kind',
    cell: ({ overdue }) =>
      overdue ? <Chip tone="waiting">Missing</Chip> : <Chip tone="alert">Does not fit</Chip>,
  },
  { source: 'customerName', label: 'Customer', sortable: true, cell: ({ customerName }) => customerName },
  { source: 'type', label: 'Entry', sortable: true, cell: ({ type }) => type && entryName(type) },
  { source: 'date', label: 'Happened', sortable: true, cell: ({ date }) => date && <Moment at={date} /> },
];

/** What should not have happened, or should have by now: an inbox for administrators (rule: Anomalies). */
export function AnomalyList() {
  return (
    <ListBase
      sort={{ field: 'date', order: 'DESC' }}
      perPage={MOST_ROWS}
      debounce={200}
      exporter={false}
      queryOptions={refreshedEvery(30)}
    >
      <ListPage
        title="Anomalies"
        above="Audit"
        noun={['anomaly', 'anomalies']}
        searches="Find an anomaly"
        empty="Everything recorded fits together, and nothing is overdue."
      >
        <RecordTable label="Anomalies" columns={COLUMNS} />
      </ListPage>
    </ListBase>
  );
}
