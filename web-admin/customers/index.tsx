import { reactRouterProvider, type ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

const AvailableAccountsPage = lazyPage(
  () => import('./available-accounts-page.tsx'),
  'AvailableAccountsPage',
);
const CustomerCreate = lazyPage(() => import('./customer-edit.tsx'), 'CustomerCreate');
const CustomerEdit = lazyPage(() => import('./customer-edit.tsx'), 'CustomerEdit');
const CustomerList = lazyPage(() => import('./customer-list.tsx'), 'CustomerList');
const CustomerPage = lazyPage(() => import('./customer-page.tsx'), 'CustomerPage');
const MarkupsPage = lazyPage(() => import('./markups-page.tsx'), 'MarkupsPage');

const { Route } = reactRouterProvider;
const forEditors = (page: React.ReactElement) => guarded('customers', page, 'edit');

/** Customers: for administrators to edit, and to read without terms for sales reps. */
export const customers: ResourceProps = {
  name: 'customers',
  list: CustomerList,
  show: CustomerPage,
  create: CustomerCreate,
  edit: CustomerEdit,
  children: (
    <>
      <Route path="available-accounts" element={forEditors(<AvailableAccountsPage />)} />
      <Route path=":id/markups" element={forEditors(<MarkupsPage />)} />
    </>
  ),
};
