import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { ReportsPage } from './reports-page.tsx';

/** The figures of reports on screen, for staff. */
export const reports: ResourceProps = { name: 'reports', list: guarded('reports', <ReportsPage />) };
