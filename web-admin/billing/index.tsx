import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { BillingPage } from './billing-page.tsx';

/** The Billing screen, for administrators. */
export const billing: ResourceProps = { name: 'billing', list: guarded('billing', <BillingPage />) };
