import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { DesireList } from './desire-list.tsx';
import { DesirePage } from './desire-page.tsx';

/** What customers ask for by specification and is still open; for staff. */
export const desires: ResourceProps = {
  name: 'desires',
  list: DesireList,
  show: guarded('desires', <DesirePage />, 'show'),
};
