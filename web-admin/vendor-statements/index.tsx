import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { StatementList } from './statement-list.tsx';
import { StatementPage } from './statement-page.tsx';

/** What each vendor gets of a month's bills, for administrators. */
export const vendorStatements: ResourceProps = {
  name: 'vendor-statements',
  list: guarded('vendor-statements', <StatementList />),
  show: guarded('vendor-statements', <StatementPage />, 'show'),
};
