import { ListBase } from 'react-admin';
import type { z } from 'zod';
import type { billAlarmResource } from '#contracts/api/bills.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { ListPage } from '../components/list-page/list-page.tsx';
import { refreshedEvery } from '../components/list-page/told-in-place.ts';
import type { Column } from '../components/record-table/column.ts';
import { RecordTable } from '../components/record-table/record-table.tsx';
import { CustomerName } from '../components/customer-name.tsx';
import { monthName } from '#contracts/vocabulary/months.ts';

type BillAlarmResource = z.infer<typeof billAlarmResource>;

const ALARMS: readonly Column<BillAlarmResource>[] = [
  { source: 'id', label: 'Bill', cell: ({ id }) => <strong>{id}</strong> },
  {
    source: 'customerId',
    label: 'Customer',
    cell: ({ customerId }) => <CustomerName customerId={customerId} />,
  },
  { source: 'month', label: 'Month', cell: ({ month }) => monthName(month) },
  { source: 'message', label: 'Why', wraps: true, cell: ({ message }) => message },
  { source: 'raisedAt', label: 'Since', cell: ({ raisedAt }) => formatMoment(raisedAt) },
];

/** Issued bills that can no longer be derived again byte for byte: somebody must look. */
export function BillAlarmList() {
  return (
    <ListBase
      sort={{ field: 'raisedAt', order: 'DESC' }}
      perPage={100}
      exporter={false}
      queryOptions={refreshedEvery(30)}
    >
      <ListPage
        title="Bill Alarms"
        above="Money"
        noun={['alarm', 'alarms']}
        empty="Every issued bill can be derived again, byte for byte."
      >
        <RecordTable label="Bill alarms" columns={ALARMS} />
      </ListPage>
    </ListBase>
  );
}
