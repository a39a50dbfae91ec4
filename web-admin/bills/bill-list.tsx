import type { BillResource } from '#contracts/api/bills.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import { customerNameOf } from '../components/record-names.ts';
import type { Column } from '../components/record-table/column.tsx';
import { monthName } from '#contracts/vocabulary/months.ts';

const BILLS: readonly Column<BillResource>[] = [
  { source: 'customerName', label: 'Customer', sortable: true, cell: customerNameOf },
  { source: 'month', label: 'Month', sortable: true, cell: ({ month }) => monthName(month) },
  {
    source: 'version',
    label: 'Version',
    numeric: true,
    cell: ({ version, newest }) => (newest ? version : `${version}, replaced`),
  },
  { source: 'total', label: 'Total', sortable: true, as: 'price' },
  { source: 'dueDate', label: 'Due', sortable: true, as: 'moment' },
  { source: 'issuedAt', label: 'Issued', sortable: true, as: 'moment' },
  { source: 'issuedBy', label: 'By' },
];

/** Every bill that was issued, the newest month first; a row opens it line by line. */
export function BillList() {
  return (
    <RecordList
      noun={['bill', 'bills']}
      searches="Find a customer or month"
      narrows={[['Newest versions', { newest: true }]]}
      columns={BILLS}
      opens="show"
      sort={['month', 'DESC']}
    />
  );
}
