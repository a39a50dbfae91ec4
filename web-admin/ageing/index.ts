import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const AgeingList = lazyPage(() => import('./ageing-list.tsx'), 'AgeingList');

/** Exceptional stones due back, for staff. */
export const ageing: ResourceProps = { name: 'ageing', list: AgeingList };
