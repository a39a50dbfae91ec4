import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const SyncList = lazyPage(() => import('./sync-list.tsx'), 'SyncList');

/** The checks of the trading system that were asked for; for administrators. */
export const syncs: ResourceProps = { name: 'syncs', list: SyncList };
