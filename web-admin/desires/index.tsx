import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { DesireList } from './desire-list.tsx';
import { DesirePage } from './desire-page.tsx';

/** Customers' open desires; for staff. */
export const desires: ResourceProps = {
  name: 'desires',
  list: DesireList,
  show: guarded('desires', <DesirePage />, 'show'),
};
