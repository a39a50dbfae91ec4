import { reactRouterProvider, type ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { AssetPageCreate, AssetPageEdit, AssetPageList } from './asset-pages.tsx';
import { AttributeListPage } from './attribute-list-edit.tsx';
import { AttributeListsPage } from './attribute-lists.tsx';
import { BackOrderList } from './back-order-list.tsx';
import { JewelleryModelList } from './jewellery-models.tsx';
import { ReassortPage, VendorsPage } from './later-pages.tsx';
import { ModelEdit } from './model-edit.tsx';
import { ReferralList } from './referral-list.tsx';

const { Route } = reactRouterProvider;

/** What the portal shows beside stones, and what is still to come. */
export const catalogueResources: readonly ResourceProps[] = [
  { name: 'vendors', list: guarded('vendors', <VendorsPage />) },
  { name: 'reassort', list: guarded('reassort', <ReassortPage />) },
  {
    name: 'jewellery-models',
    list: guarded('jewellery-models', <JewelleryModelList />),
    children: <Route path=":name/model" element={guarded('jewellery-models', <ModelEdit />)} />,
  },
  { name: 'back-orders', list: BackOrderList },
  { name: 'asset-pages', list: AssetPageList, create: AssetPageCreate, edit: AssetPageEdit },
  { name: 'referrals', list: ReferralList },
  {
    name: 'attribute-lists',
    list: AttributeListsPage,
    edit: guarded('attribute-lists', <AttributeListPage />, 'edit'),
  },
];
