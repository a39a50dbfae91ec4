import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const SuspenseList = lazyPage(() => import('./suspense-list.tsx'), 'SuspenseList');

/** Documents of the trading system that could not be recorded yet; for administrators. */
export const suspense: ResourceProps = { name: 'suspense', list: SuspenseList };
