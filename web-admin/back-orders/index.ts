import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const BackOrderList = lazyPage(() => import('./back-order-list.tsx'), 'BackOrderList');

/** Ordered jewellery that is not on hand; for administrators. */
export const backOrders: ResourceProps = { name: 'back-orders', list: BackOrderList };
