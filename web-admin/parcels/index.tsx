import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { ParcelPage } from './parcel-page.tsx';

/** A parcel on both time axes, with its corrections; for administrators. */
export const parcels: ResourceProps = { name: 'parcels', show: guarded('parcels', <ParcelPage />, 'show') };
