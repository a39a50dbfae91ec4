import { useGetList, useRedirect } from 'react-admin';
import type { VendorResource } from '#contracts/api/vendors.ts';
import { Select } from '#web-shared/components/select/select.tsx';
import { FailedState } from '../components/failed-state.tsx';
import { failuresInPlace } from '../components/list-page/failures-in-place.ts';
import { firstRows, MOST_ROWS } from '../providers/data-provider.ts';

const EVERY_VENDOR = firstRows(MOST_ROWS, 'vendorId');

/** The dropdown 'id | name': goes to another vendor (product: Vendors screen). */
export function VendorChoice({ vendorId }: { vendorId?: number }) {
  const { data, error, refetch } = useGetList<VendorResource>('vendors', EVERY_VENDOR, failuresInPlace);
  const redirect = useRedirect();
  // The list of vendors says so itself.
  if (error && !data && vendorId !== undefined)
    return <FailedState error={error} what="The vendors" onRetry={() => void refetch()} />;
  return (
    <Select
      label="Vendor"
      value={vendorId === undefined ? '' : String(vendorId)}
      {...(vendorId === undefined && { empty: 'Choose a vendor…' })}
      choices={(data ?? []).map(({ vendorId: id, name }) => [String(id), `${id} | ${name}`] as const)}
      onChange={(id) => redirect('edit', 'vendors', id)}
    />
  );
}
