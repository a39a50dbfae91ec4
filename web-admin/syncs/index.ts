import type { ResourceProps } from 'react-admin';
import { SyncList } from './sync-list.tsx';

/** The checks of the trading system that were asked for; for administrators. */
export const syncs: ResourceProps = { name: 'syncs', list: SyncList };
