import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { BillList } from './bill-list.tsx';
import { BillPage } from './bill-page.tsx';

/** Issued bills, line by line; for administrators. */
export const bills: ResourceProps = {
  name: 'bills',
  list: BillList,
  show: guarded('bills', <BillPage />, 'show'),
};
