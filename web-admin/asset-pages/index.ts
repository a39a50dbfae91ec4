import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const AssetPageCreate = lazyPage(() => import('./asset-pages.tsx'), 'AssetPageCreate');
const AssetPageEdit = lazyPage(() => import('./asset-pages.tsx'), 'AssetPageEdit');
const AssetPageList = lazyPage(() => import('./asset-pages.tsx'), 'AssetPageList');

/** The pages that the portal's drawer offers; for administrators. */
export const assetPages: ResourceProps = {
  name: 'asset-pages',
  list: AssetPageList,
  create: AssetPageCreate,
  edit: AssetPageEdit,
};
