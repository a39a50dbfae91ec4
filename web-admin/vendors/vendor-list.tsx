import type { VendorResource } from '#contracts/api/vendors.ts';
import { TierChip } from '#web-shared/components/chip/chip.tsx';
import { DownloadButton } from '../components/download-button.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { ON_ONE_PAGE } from '../components/list-page/pager-when-many.tsx';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { VendorChoice } from './vendor-choice.tsx';

const COLUMNS: readonly Column<VendorResource>[] = [
  { source: 'name', label: 'Name', sortable: true },
  { source: 'vendorId', label: 'No.', sortable: true, numeric: true },
  { source: 'dxPrefix', label: 'Prefix', sortable: true },
  { source: 'tier', label: 'Tier', sortable: true, cell: ({ tier }) => tier && <TierChip tier={tier} /> },
  { source: 'markup', label: 'Markup', sortable: true, as: 'percent' },
  { source: 'saleShare', label: 'Sale share', as: 'percent' },
  { source: 'email', label: 'E-mail', card: 'whole line' },
];

/** Every vendor, unpaginated; a row, or the dropdown, opens the vendor's form (product: Vendors screen). */
export function VendorList() {
  return (
    <RecordList
      noun={['vendor', 'vendors']}
      searches="Find a vendor"
      narrows={[['Feed is old', { oldFeed: true }]]}
      empty="No vendors yet. A vendor’s stones are listed from its feed."
      actions={
        <>
          <VendorChoice />
          <DownloadButton path="/vendor/check" working="Making the workbook…">
            Download All Vendor Inventory
          </DownloadButton>
          <LinkButton to="/vendors/create" look="primary">
            New
          </LinkButton>
        </>
      }
      columns={COLUMNS}
      opens="edit"
      sort={['name', 'ASC']}
      perPage={ON_ONE_PAGE}
    />
  );
}
