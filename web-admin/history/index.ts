import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const HistoryList = lazyPage(() => import('./history-list.tsx'), 'HistoryList');

/** Everything recorded, searched on both time axes; for administrators. */
export const history: ResourceProps = { name: 'history', list: HistoryList };
