import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

const StatementList = lazyPage(() => import('./statement-list.tsx'), 'StatementList');
const StatementPage = lazyPage(() => import('./statement-page.tsx'), 'StatementPage');

/** What each vendor gets of a month's bills, for administrators. */
export const vendorStatements: ResourceProps = {
  name: 'vendor-statements',
  list: guarded('vendor-statements', <StatementList />),
  show: guarded('vendor-statements', <StatementPage />, 'show'),
};
