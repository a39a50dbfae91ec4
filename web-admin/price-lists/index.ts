import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const PriceListList = lazyPage(() => import('./price-list-list.tsx'), 'PriceListList');

/** Price lists; for administrators. */
export const priceLists: ResourceProps = { name: 'price-lists', list: PriceListList };
