import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

const ReportsPage = lazyPage(() => import('./reports-page.tsx'), 'ReportsPage');

/** The figures of reports on screen, for staff. */
export const reports: ResourceProps = { name: 'reports', list: guarded('reports', <ReportsPage />) };
