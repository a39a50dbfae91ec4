import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

const BillList = lazyPage(() => import('./bill-list.tsx'), 'BillList');
const BillPage = lazyPage(() => import('./bill-page.tsx'), 'BillPage');

/** Issued bills, line by line; for administrators. */
export const bills: ResourceProps = {
  name: 'bills',
  list: BillList,
  show: guarded('bills', <BillPage />, 'show'),
};
