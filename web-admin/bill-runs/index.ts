import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const BillRunList = lazyPage(() => import('./bill-run-list.tsx'), 'BillRunList');
const BillRunPage = lazyPage(() => import('./bill-run-page.tsx'), 'BillRunPage');

/** Runs that make or check many bills; for administrators. */
export const billRuns: ResourceProps = { name: 'bill-runs', list: BillRunList, show: BillRunPage };
