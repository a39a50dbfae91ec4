import type { ResourceProps } from 'react-admin';
import { BackOrderList } from './back-order-list.tsx';

/** Ordered jewellery that is not on hand; for administrators. */
export const backOrders: ResourceProps = { name: 'back-orders', list: BackOrderList };
