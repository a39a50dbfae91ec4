import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

const ParcelPage = lazyPage(() => import('./parcel-page.tsx'), 'ParcelPage');

/** A parcel on both time axes, with its corrections; for administrators. */
export const parcels: ResourceProps = { name: 'parcels', show: guarded('parcels', <ParcelPage />, 'show') };
