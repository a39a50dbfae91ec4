import type { ResourceProps } from 'react-admin';
import { HistoryList } from './history-list.tsx';

/** Everything recorded, searched on both time axes; for administrators. */
export const history: ResourceProps = { name: 'history', list: HistoryList };
