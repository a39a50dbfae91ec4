import type { ReactNode } from 'react';
import { useGetOne, useParams } from 'react-admin';
import type { VendorResource } from '#contracts/api/vendors.ts';
import { BackToList } from '../components/back-to.tsx';
import { failuresInPlace } from '../components/list-page/failures-in-place.ts';
import { LoadedPage } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { VendorTabs, type VendorTab } from './vendor-tabs.tsx';
import styles from './vendors.module.css';

const back = <BackToList resource="vendors" />;

/** A page of one vendor beside its form, under its name and tabs. */
export function VendorPage({
  current,
  children,
}: {
  current: VendorTab;
  children: (vendor: VendorResource) => ReactNode;
}) {
  const { id = '' } = useParams();
  const query = useGetOne<VendorResource>('vendors', { id: Number(id) }, failuresInPlace);
  return (
    <LoadedPage query={query} title="Vendor" noun="vendor" above={back}>
      {(vendor) => (
        <Page title={vendor.name} above={back} summary={`Vendor ${vendor.vendorId}`}>
          <VendorTabs vendorId={vendor.vendorId} current={current} />
          <div className={styles['wide']}>{children(vendor)}</div>
        </Page>
      )}
    </LoadedPage>
  );
}
