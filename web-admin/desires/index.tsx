import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

const DesireList = lazyPage(() => import('./desire-list.tsx'), 'DesireList');
const DesirePage = lazyPage(() => import('./desire-page.tsx'), 'DesirePage');

/** Customers' open desires; for staff. */
export const desires: ResourceProps = {
  name: 'desires',
  list: DesireList,
  show: guarded('desires', <DesirePage />, 'show'),
};
