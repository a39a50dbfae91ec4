import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

const TodayPage = lazyPage(() => import('./today-page.tsx'), 'TodayPage');

/** Where staff arrive: what waits for a person, and the money of the month. */
export const today: ResourceProps = { name: 'today', list: guarded('today', <TodayPage />) };
