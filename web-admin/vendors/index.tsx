import { reactRouterProvider, type ResourceProps } from 'react-admin';
import { guardedPage } from '../layout/guarded-page.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';
import type { ResourceName } from '../providers/resources.ts';

const { Route } = reactRouterProvider;

const COLUMNS = guardedPage('vendors', () => import('./mapping/mapping-page.tsx'), 'MappingPage', 'edit');
const FEED = guardedPage(
  'vendors',
  () => import('./feed-source/feed-source-page.tsx'),
  'FeedSourcePage',
  'edit',
);
const LINKS = guardedPage('vendors', () => import('./links/links-page.tsx'), 'LinksPage', 'edit');
const STOCK = guardedPage('vendors', () => import('./stock/stock-page.tsx'), 'StockPage', 'edit');

/** Vendors and their stock, for administrators. */
export const vendors = {
  name: 'vendors',
  list: guardedPage('vendors', () => import('./vendor-list.tsx'), 'VendorList'),
  create: lazyPage(() => import('./vendor-edit.tsx'), 'VendorCreate'),
  edit: lazyPage(() => import('./vendor-edit.tsx'), 'VendorEdit'),
  children: (
    <>
      <Route path=":id/columns" element={COLUMNS} />
      <Route path=":id/feed" element={FEED} />
      <Route path=":id/links" element={LINKS} />
      <Route path=":id/stock" element={STOCK} />
    </>
  ),
} satisfies ResourceProps & { name: ResourceName };
