import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

const BillingPage = lazyPage(() => import('./billing-page.tsx'), 'BillingPage');

/** The Billing screen, for administrators. */
export const billing: ResourceProps = { name: 'billing', list: guarded('billing', <BillingPage />) };
