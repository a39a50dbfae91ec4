import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

const AttributeListPage = lazyPage(() => import('./attribute-list-edit.tsx'), 'AttributeListPage');
const AttributeListsPage = lazyPage(() => import('./attribute-lists.tsx'), 'AttributeListsPage');

/** What the house calls grades, shapes and tiers; for administrators. */
export const attributeLists: ResourceProps = {
  name: 'attribute-lists',
  list: AttributeListsPage,
  edit: guarded('attribute-lists', <AttributeListPage />, 'edit'),
};
