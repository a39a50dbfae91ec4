import { useGetManyAggregate } from 'react-admin';
import type { VendorResource } from '#contracts/api/vendors.ts';
import { failuresInPlace } from './list-page/failures-in-place.ts';
import { vendorNameOf } from './record-names.ts';

/** A vendor's name; its number until the name has come. The names of a page are asked for together. */
export function VendorName({ vendorId }: { vendorId: number }) {
  const { data } = useGetManyAggregate<VendorResource>('vendors', { ids: [vendorId] }, failuresInPlace);
  return vendorNameOf({ vendorId, vendorName: data?.[0]?.name });
}
