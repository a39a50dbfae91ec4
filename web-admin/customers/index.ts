import type { ResourceProps } from 'react-admin';
import { CustomerList } from './customer-list.tsx';
import { CustomerPage } from './customer-page.tsx';

/** Customers: for administrators, and without terms for sales reps. */
export const customers: ResourceProps = { name: 'customers', list: CustomerList, show: CustomerPage };
