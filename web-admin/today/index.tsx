import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { TodayPage } from './today-page.tsx';

/** Where staff arrive: what waits for a person, and the money of the month. */
export const today: ResourceProps = { name: 'today', list: guarded('today', <TodayPage />) };
