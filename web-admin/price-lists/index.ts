import type { ResourceProps } from 'react-admin';
import { PriceListList } from './price-list-list.tsx';

/** Price lists; for administrators. */
export const priceLists: ResourceProps = { name: 'price-lists', list: PriceListList };
