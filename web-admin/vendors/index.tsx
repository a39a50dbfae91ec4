import { reactRouterProvider, type ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { FeedSourcePage } from './feed-source/feed-source-page.tsx';
import { LinksPage } from './links/links-page.tsx';
import { MappingPage } from './mapping/mapping-page.tsx';
import { StockPage } from './stock/stock-page.tsx';
import { VendorCreate, VendorEdit } from './vendor-edit.tsx';
import { VendorList } from './vendor-list.tsx';

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
