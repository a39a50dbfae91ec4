import { reactRouterProvider, type ResourceProps } from 'react-admin';
import { guardedPage } from '../layout/guarded-page.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';
import type { ResourceName } from '../providers/resources.ts';

const { Route } = reactRouterProvider;

const AVAILABLE_ACCOUNTS = guardedPage(
  'customers',
  () => import('./available-accounts-page.tsx'),
  'AvailableAccountsPage',
  'edit',
);
const MARKUPS = guardedPage('customers', () => import('./markups-page.tsx'), 'MarkupsPage', 'edit');

/** Customers: for administrators; sales reps read the page of one, without terms (product: Customers screen). */
export const customers = {
  name: 'customers',
  list: lazyPage(() => import('./customer-list.tsx'), 'CustomerList'),
  show: lazyPage(() => import('./customer-page.tsx'), 'CustomerPage'),
  create: lazyPage(() => import('./customer-edit.tsx'), 'CustomerCreate'),
  edit: lazyPage(() => import('./customer-edit.tsx'), 'CustomerEdit'),
  children: (
    <>
      <Route path="available-accounts" element={AVAILABLE_ACCOUNTS} />
      <Route path=":id/markups" element={MARKUPS} />
    </>
  ),
} satisfies ResourceProps & { name: ResourceName };
