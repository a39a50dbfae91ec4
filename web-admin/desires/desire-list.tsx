import { ListBase } from 'react-admin';
import { desireRow, type OpenDesireResource } from '#contracts/api/desires.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { ListPage } from '../components/list-page/list-page.tsx';
import { PagerWhenMany } from '../components/list-page/pager-when-many.tsx';
import { refreshedEvery } from '../components/list-page/told-in-place.ts';
import type { Column } from '../components/record-table/column.ts';
import { RecordTable } from '../components/record-table/record-table.tsx';

const COLUMNS: readonly Column<OpenDesireResource>[] = [
  { source: 'customerName', label: 'Customer', sortable: true, cell: ({ customerName }) => customerName },
  { source: 'weight', label: 'Weight', cell: (desire) => desireRow(desire).weight },
  { source: 'shape', label: 'Shape', cell: (desire) => desireRow(desire).shape },
  { source: 'colour', label: 'Colour', cell: (desire) => desireRow(desire).colour },
  { source: 'clarity', label: 'Clarity', cell: (desire) => desireRow(desire).clarity },
  { source: 'fluorescence', label: 'Flu', cell: (desire) => desireRow(desire).fluorescence },
  { source: 'cut', label: 'Cut', cell: (desire) => desireRow(desire).cut },
  { source: 'polish', label: 'Pol', cell: (desire) => desireRow(desire).polish },
  { source: 'symmetry', label: 'Sym', cell: (desire) => desireRow(desire).symmetry },
  { source: 'remarks', label: 'Remarks', wraps: true, card: 'whole line', cell: ({ remarks }) => remarks },
  {
    source: 'requestedAt',
    label: 'Requested',
    sortable: true,
    cell: ({ requestedAt }) => formatMoment(requestedAt),
  },
];

/** The open desires of every customer, longest open first (rule: Desires). */
export function DesireList() {
  return (
    <ListBase
      sort={{ field: 'requestedAt', order: 'ASC' }}
      perPage={100}
      debounce={150}
      exporter={false}
      queryOptions={refreshedEvery(30)}
    >
      <ListPage
        title="Open Desires"
        above="House"
        noun={['desire', 'desires']}
        searches="Find a customer or remark"
        empty="No customer waits for a similar stone."
      >
        <RecordTable label="Open desires" columns={COLUMNS} opens="show" />
        <PagerWhenMany />
      </ListPage>
    </ListBase>
  );
}
