import Button from '@mui/material/Button';
import { LinkBase } from 'react-admin';
import type { VendorResource } from '#contracts/api/vendors.ts';
import { TierChip } from '#web-shared/components/chip/chip.tsx';
import { formatPercent } from '#web-shared/formats/figures.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { ON_ONE_PAGE } from '../components/list-page/pager-when-many.tsx';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.ts';
import { useAct } from '../components/use-act.ts';
import { download } from '../providers/http-client.ts';
import { VendorChoice } from './vendor-choice.tsx';

const COLUMNS: readonly Column<VendorResource>[] = [
  { source: 'name', label: 'Name', sortable: true, cell: ({ name }) => name },
  { source: 'vendorId', label: 'No.', sortable: true, numeric: true, cell: ({ vendorId }) => vendorId },
  { source: 'dxPrefix', label: 'Prefix', sortable: true, cell: ({ dxPrefix }) => dxPrefix },
  { source: 'tier', label: 'Tier', sortable: true, cell: ({ tier }) => tier && <TierChip tier={tier} /> },
  {
    source: 'markup',
    label: 'Markup',
    sortable: true,
    numeric: true,
    cell: ({ markup }) => formatPercent(markup),
  },
  {
    source: 'saleShare',
    label: 'Sale share',
    numeric: true,
    cell: ({ saleShare }) => formatPercent(saleShare),
  },
  { source: 'email', label: 'E-mail', card: 'whole line', cell: ({ email }) => email },
];

/** Every vendor's stock as one workbook (product: Vendors screen). */
function DownloadAll() {
  const { busy, act } = useAct();
  const save = () =>
    void act('download', async () => `${await download('/vendor/check', { method: 'GET' })} was saved.`);
  return (
    <BusyButton busy={busy !== null} onClick={save}>
      {busy === null ? 'Download All Vendor Inventory' : 'Making the workbook…'}
    </BusyButton>
  );
}

/** Every vendor, unpaginated; a row, or the dropdown, opens the vendor's form (product: Vendors screen). */
export function VendorList() {
  return (
    <RecordList
      title="Vendors"
      above="House"
      noun={['vendor', 'vendors']}
      searches="Find a vendor"
      narrows={[['Feed is old', { oldFeed: true }]]}
      empty="A vendor’s stones come here by its feed."
      actions={
        <>
          <VendorChoice />
          <DownloadAll />
          <Button component={LinkBase} to="/vendors/create" variant="contained">
            New
          </Button>
        </>
      }
      columns={COLUMNS}
      opens="edit"
      sort={['name', 'ASC']}
      perPage={ON_ONE_PAGE}
    />
  );
}
