import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { AttributeListPage } from './attribute-list-edit.tsx';
import { AttributeListsPage } from './attribute-lists.tsx';

/** What the house calls grades, shapes and tiers; for administrators. */
export const attributeLists: ResourceProps = {
  name: 'attribute-lists',
  list: AttributeListsPage,
  edit: guarded('attribute-lists', <AttributeListPage />, 'edit'),
};
