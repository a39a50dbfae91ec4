import type { ResourceProps } from 'react-admin';
import { AssetPageCreate, AssetPageEdit, AssetPageList } from './asset-pages.tsx';

/** The pages that the portal's drawer offers; for administrators. */
export const assetPages: ResourceProps = {
  name: 'asset-pages',
  list: AssetPageList,
  create: AssetPageCreate,
  edit: AssetPageEdit,
};
