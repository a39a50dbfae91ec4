import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { BillAlarmList, BillList, BillRunList } from './bill-lists.tsx';
import { BillPage } from './bill-page.tsx';
import { BillingPage } from './billing-page.tsx';

/** Money, for administrators: the Billing screen, bills line by line, runs and alarms. */
export const billingResources: readonly ResourceProps[] = [
  { name: 'billing', list: guarded('billing', <BillingPage />) },
  { name: 'bills', list: BillList, show: guarded('bills', <BillPage />, 'show') },
  { name: 'bill-runs', list: BillRunList },
  { name: 'bill-alarms', list: BillAlarmList },
];
