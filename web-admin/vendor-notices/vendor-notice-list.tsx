import type { VendorNoticeResource } from '#contracts/api/vendor-notices.ts';
import { HISTORY_NAMES } from '#contracts/vocabulary/statuses.ts';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { formatConstant } from '#contracts/vocabulary/words.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { useSignedIn } from '../providers/use-signed-in.ts';

const TONES: Readonly<Record<VendorNoticeResource['state'], Tone>> = {
  KEPT: 'gone',
  WAITING: 'waiting',
  SENT: 'good',
  FAILED: 'alert',
  DISMISSED: 'gone',
  NO_ADDRESS: 'alert',
};

const COLUMNS: readonly Column<VendorNoticeResource>[] = [
  {
    source: 'parcels',
    label: 'Parcels',
    wraps: true,
    cell: ({ parcels }) => <strong>{parcels.map(({ parcelName }) => parcelName).join(', ')}</strong>,
  },
  { source: 'action', label: 'Notice', sortable: true, cell: ({ action }) => HISTORY_NAMES[action] },
  { source: 'customerName', label: 'Customer', sortable: true },
  { source: 'date', label: 'Instructed', sortable: true, as: 'moment' },
  {
    source: 'state',
    label: 'Status',
    sortable: true,
    cell: ({ state }) => <Chip tone={TONES[state]}>{formatConstant(state)}</Chip>,
  },
  { source: 'sentAt', label: 'Sent', sortable: true, as: 'moment' },
];

/** Only administrators see whose the parcels are, and why a mail failed (rule: What one may not see). */
const VENDOR: Column<VendorNoticeResource> = { source: 'vendorName', label: 'Vendor', sortable: true };
const REASON: Column<VendorNoticeResource> = { source: 'reason', label: 'Reason', wraps: true };

/** The notices of instructions to vendors, and whether they have arrived; for staff. */
export function VendorNoticeList() {
  const user = useSignedIn();
  const [parcels, ...rest] = COLUMNS;
  const columns = user?.administrator && parcels ? [parcels, VENDOR, ...rest, REASON] : COLUMNS;
  return (
    <RecordList
      noun={['notice', 'notices']}
      searches="Find a notice"
      empty="No vendor has been notified yet."
      label="Vendor notices"
      columns={columns}
      sort={['createdAt', 'DESC']}
      perPage={MOST_ROWS}
      refreshSeconds={30}
    />
  );
}
