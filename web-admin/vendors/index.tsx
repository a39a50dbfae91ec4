import { reactRouterProvider, type ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

const FeedSourcePage = lazyPage(() => import('./feed-source/feed-source-page.tsx'), 'FeedSourcePage');
const LinksPage = lazyPage(() => import('./links/links-page.tsx'), 'LinksPage');
const MappingPage = lazyPage(() => import('./mapping/mapping-page.tsx'), 'MappingPage');
const StockPage = lazyPage(() => import('./stock/stock-page.tsx'), 'StockPage');
const VendorCreate = lazyPage(() => import('./vendor-edit.tsx'), 'VendorCreate');
const VendorEdit = lazyPage(() => import('./vendor-edit.tsx'), 'VendorEdit');
const VendorList = lazyPage(() => import('./vendor-list.tsx'), 'VendorList');

const { Route } = reactRouterProvider;

/** Vendors and their stock, for administrators. */
export const vendors: ResourceProps = {
  name: 'vendors',
  list: guarded('vendors', <VendorList />),
  create: VendorCreate,
  edit: VendorEdit,
  children: (
    <>
      <Route path=":id/columns" element={guarded('vendors', <MappingPage />, 'edit')} />
      <Route path=":id/feed" element={guarded('vendors', <FeedSourcePage />, 'edit')} />
      <Route path=":id/links" element={guarded('vendors', <LinksPage />, 'edit')} />
      <Route path=":id/stock" element={guarded('vendors', <StockPage />, 'edit')} />
    </>
  ),
};
