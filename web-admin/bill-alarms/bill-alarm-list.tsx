import type { z } from 'zod';
import type { billAlarmResource } from '#contracts/api/bills.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { CustomerName } from '../components/customer-name.tsx';
import { NameLink, TextLink } from '../components/text-link.tsx';
import { monthName } from '#contracts/vocabulary/months.ts';

type BillAlarmResource = z.infer<typeof billAlarmResource>;

const ALARMS: readonly Column<BillAlarmResource>[] = [
  {
    source: 'id',
    label: 'Bill',
    cell: ({ id }) => <NameLink to={`/bills/${encodeURIComponent(id)}/show`}>{id}</NameLink>,
  },
  {
    source: 'customerId',
    label: 'Customer',
    cell: ({ customerId }) => (
      <TextLink to={`/customers/${customerId}/show`}>
        <CustomerName customerId={customerId} />
      </TextLink>
    ),
  },
  { source: 'month', label: 'Month', cell: ({ month }) => monthName(month) },
  { source: 'message', label: 'Why', wraps: true },
  { source: 'raisedAt', label: 'Since', as: 'moment' },
];

/** Issued bills that an administrator must look at: they differ from the log, or a change stands on no bill. */
export function BillAlarmList() {
  return (
    <RecordList
      noun={['alarm', 'alarms']}
      empty="All issued bills are in order."
      label="Bill alarms"
      columns={ALARMS}
      sort={['raisedAt', 'DESC']}
      refreshSeconds={30}
    />
  );
}
