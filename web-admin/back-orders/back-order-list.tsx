import { backOrderResource, type BackOrderResource } from '#contracts/api/jewellery.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { ConfirmedButton } from '../components/confirmed-button.tsx';
import { call } from '../providers/http-client.ts';

const COLUMNS: readonly Column<BackOrderResource>[] = [
  { source: 'model', label: 'Model', sortable: true, cell: ({ model }) => <strong>{model}</strong> },
  { source: 'customerName', label: 'Customer', sortable: true },
  { source: 'quantity', label: 'Ordered', numeric: true },
  { source: 'filled', label: 'Filled', numeric: true },
  { source: 'open', label: 'Open', numeric: true, cell: ({ open }) => <strong>{open}</strong> },
  { source: 'availableQuantity', label: 'Available now', numeric: true },
  {
    source: 'placedAt',
    card: 'whole line',
    label: 'Placed',
    sortable: true,
    cell: ({ placedAt, placedBy }) => `${formatMoment(placedAt)} by ${placedBy}`,
  },
  { source: 'remarks', label: 'Remarks', wraps: true },
  {
    source: 'cancel',
    label: 'Cancel',
    card: 'whole line',
    cell: ({ id, model, customerName }) => (
      <ConfirmedButton
        label="Cancel order"
        name={`Cancel order of ${model} for ${customerName}`}
        question={`Cancel what is open of ${model} for ${customerName}?`}
        done="The order was cancelled."
        act={() =>
          call(`/api/back-orders/${encodeURIComponent(id)}`, backOrderResource, { method: 'DELETE' })
        }
      />
    ),
  },
];

/** The open back orders of models, in the order they are filled (rule: Back orders). */
export function BackOrderList() {
  return (
    <RecordList
      noun={['order', 'orders']}
      searches="Find a model or customer"
      label="Back orders"
      columns={COLUMNS}
      sort={['placedAt', 'ASC']}
    />
  );
}
