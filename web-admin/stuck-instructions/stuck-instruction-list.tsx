import type { StuckInstructionResource } from '#contracts/api/back-office.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { entryName } from '../components/entry-name.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import { parcelPath } from '../components/parcel-path.ts';
import { customerNameOf } from '../components/record-names.ts';
import type { Column } from '../components/record-table/column.tsx';
import { TextLink } from '../components/text-link.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { RetryStuck } from './retry-stuck.tsx';

const COLUMNS: readonly Column<StuckInstructionResource>[] = [
  {
    source: 'parcelName',
    label: 'Parcel',
    cell: ({ parcelName }) => <TextLink to={parcelPath(parcelName)}>{parcelName}</TextLink>,
  },
  { source: 'action', label: 'Instruction', cell: ({ action }) => entryName(action) },
  {
    source: 'customerName',
    label: 'Customer',
    cell: (instruction) =>
      instruction.customerId !== null && (
        <TextLink to={`/customers/${instruction.customerId}`}>{customerNameOf(instruction)}</TextLink>
      ),
  },
  { source: 'reason', label: 'Reason', wraps: true },
  { source: 'actor', label: 'By' },
  { source: 'since', label: 'Waiting since', as: 'moment' },
  { source: 'attempts', label: 'Tried', numeric: true, cell: ({ attempts }) => `${formatCount(attempts)}×` },
];

/**
 * What the trading system has not taken: an inbox, because until it is posted no memo, return or invoice comes of it
 * (rule: Stuck instructions).
 */
export function StuckInstructionList() {
  return (
    <RecordList
      noun={['instruction', 'instructions']}
      empty="The trading system has taken every instruction."
      actions={<RetryStuck />}
      label="Stuck instructions"
      columns={COLUMNS}
      sort={['since', 'ASC']}
      perPage={MOST_ROWS}
      refreshSeconds={10}
    />
  );
}
