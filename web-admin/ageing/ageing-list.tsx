import type { AgeingResource } from '#contracts/api/watch-lists.ts';
import { certificateInWords } from '#contracts/vocabulary/stone-words.ts';
import { Chip, StatusChip } from '#web-shared/components/chip/chip.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import { customerNameOf } from '../components/record-names.ts';
import { ShapeText } from '../components/shape-text.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';

const DAYS = ['day', 'days'] as const;

function dueIn({ daysLeft }: AgeingResource): string {
  if (daysLeft === 0) return 'Due today';
  return daysLeft > 0 ? `In ${formatNumberOf(daysLeft, DAYS)}` : `${formatNumberOf(-daysLeft, DAYS)} overdue`;
}

const COLUMNS: readonly Column<AgeingResource>[] = [
  {
    source: 'parcelName',
    label: 'Parcel',
    sortable: true,
    cell: ({ parcelName }) => <strong>{parcelName}</strong>,
  },
  { source: 'customerName', label: 'Customer', sortable: true, cell: customerNameOf },
  { source: 'dueDate', label: 'Due', sortable: true, as: 'moment' },
  {
    source: 'daysLeft',
    label: 'Time left',
    sortable: true,
    cell: (row) => <Chip tone={row.overdue ? 'alert' : row.dueSoon ? 'waiting' : 'good'}>{dueIn(row)}</Chip>,
  },
  { source: 'memoDate', label: 'Memo', sortable: true, as: 'moment' },
  { source: 'status', label: 'Status', sortable: true, cell: ({ status }) => <StatusChip status={status} /> },
  { source: 'weight', label: 'Weight', sortable: true, as: 'carats' },
  {
    source: 'stone',
    label: 'Stone',
    cell: ({ shapeCode, colour, clarity }) => (
      <>
        {shapeCode !== null && <ShapeText code={shapeCode} />} {[colour, clarity].filter(Boolean).join(' ')}
      </>
    ),
  },
  {
    source: 'certNo',
    label: 'Certificate',
    cell: certificateInWords,
  },
];

/** Exceptional stones on memo, the longest out first (rule: Exceptional tier). */
export function AgeingList() {
  return (
    <RecordList
      noun={['memo', 'memos']}
      searches="Find a parcel or customer"
      narrows={[
        ['Overdue', { overdue: true }],
        ['Due within 7 days', { dueSoon: true }],
      ]}
      empty="No stone of the Exceptional tier is on memo."
      columns={COLUMNS}
      sort={['dueDate', 'ASC']}
      perPage={MOST_ROWS}
    />
  );
}
