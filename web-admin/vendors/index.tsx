import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { VendorsPage } from './vendors-page.tsx';

/** Vendors; the screen comes later. */
export const vendors: ResourceProps = { name: 'vendors', list: guarded('vendors', <VendorsPage />) };
