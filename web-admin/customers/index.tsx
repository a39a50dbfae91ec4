import { reactRouterProvider, type ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { AvailableAccountsPage } from './available-accounts-page.tsx';
import { CustomerCreate, CustomerEdit } from './customer-edit.tsx';
import { CustomerList } from './customer-list.tsx';
import { CustomerPage } from './customer-page.tsx';
import { MarkupsPage } from './markups-page.tsx';

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
