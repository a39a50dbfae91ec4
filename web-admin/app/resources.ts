import type { ResourceProps } from 'react-admin';
import { customers } from '../customers/index.tsx';
import { jewelleryModels } from '../jewellery-models/index.tsx';
import { vendors } from '../vendors/index.tsx';
import { guardedPage } from '../layout/guarded-page.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';
import type { ResourceName } from '../providers/resources.ts';

/**
 * The resources of the back office and their pages; what they are called and who opens them is in providers/resources.ts.
 * One with pages beneath its own addresses is declared in its folder.
 */
export const RESOURCES: readonly (ResourceProps & { name: ResourceName })[] = [
  // Where one arrives.
  { name: 'today', list: guardedPage('today', () => import('../today/today-page.tsx'), 'TodayPage') },
  customers,
  {
    name: 'users',
    list: lazyPage(() => import('../users/user-list.tsx'), 'UserList'),
    create: lazyPage(() => import('../users/user-form.tsx'), 'UserCreate'),
    edit: lazyPage(() => import('../users/user-form.tsx'), 'UserEdit'),
  },
  { name: 'ageing', list: lazyPage(() => import('../ageing/ageing-list.tsx'), 'AgeingList') },
  vendors,
  {
    name: 'feed-runs',
    list: lazyPage(() => import('../vendors/feed-runs/feed-run-list.tsx'), 'FeedRunList'),
    show: lazyPage(() => import('../vendors/feed-runs/run-page/feed-run-page.tsx'), 'FeedRunPage'),
  },
  {
    name: 'price-lists',
    list: lazyPage(() => import('../price-lists/price-list-list.tsx'), 'PriceListList'),
  },
  {
    name: 'reports',
    list: guardedPage('reports', () => import('../reports/reports-page.tsx'), 'ReportsPage'),
  },
  {
    name: 'reassort',
    list: guardedPage('reassort', () => import('../reassort/reassort-page.tsx'), 'ReassortPage'),
  },
  {
    name: 'desires',
    list: lazyPage(() => import('../desires/desire-list.tsx'), 'DesireList'),
    show: guardedPage('desires', () => import('../desires/desire-page.tsx'), 'DesirePage', 'show'),
  },
  { name: 'repricings', list: lazyPage(() => import('../repricings/repricing-list.tsx'), 'RepricingList') },
  {
    name: 'billing',
    list: guardedPage('billing', () => import('../billing/billing-page.tsx'), 'BillingPage'),
  },
  {
    name: 'bills',
    list: lazyPage(() => import('../bills/bill-list.tsx'), 'BillList'),
    show: guardedPage('bills', () => import('../bills/bill-page.tsx'), 'BillPage', 'show'),
  },
  {
    name: 'bill-runs',
    list: lazyPage(() => import('../bill-runs/bill-run-list.tsx'), 'BillRunList'),
    show: lazyPage(() => import('../bill-runs/bill-run-page.tsx'), 'BillRunPage'),
  },
  {
    name: 'bill-alarms',
    list: lazyPage(() => import('../bill-alarms/bill-alarm-list.tsx'), 'BillAlarmList'),
  },
  {
    name: 'vendor-statements',
    list: guardedPage(
      'vendor-statements',
      () => import('../vendor-statements/statement-list.tsx'),
      'StatementList',
    ),
    show: guardedPage(
      'vendor-statements',
      () => import('../vendor-statements/statement-page.tsx'),
      'StatementPage',
      'show',
    ),
  },
  {
    name: 'finance',
    list: guardedPage('finance', () => import('../finance/finance-page.tsx'), 'FinancePage'),
  },
  jewelleryModels,
  {
    name: 'back-orders',
    list: lazyPage(() => import('../back-orders/back-order-list.tsx'), 'BackOrderList'),
  },
  {
    name: 'asset-pages',
    list: lazyPage(() => import('../asset-pages/asset-pages.tsx'), 'AssetPageList'),
    create: lazyPage(() => import('../asset-pages/asset-pages.tsx'), 'AssetPageCreate'),
    edit: lazyPage(() => import('../asset-pages/asset-pages.tsx'), 'AssetPageEdit'),
  },
  { name: 'referrals', list: lazyPage(() => import('../referrals/referral-list.tsx'), 'ReferralList') },
  {
    name: 'attribute-lists',
    list: lazyPage(() => import('../attribute-lists/attribute-lists.tsx'), 'AttributeListsPage'),
    edit: guardedPage(
      'attribute-lists',
      () => import('../attribute-lists/attribute-list-edit.tsx'),
      'AttributeListPage',
      'edit',
    ),
  },
  { name: 'history', list: lazyPage(() => import('../history/history-list.tsx'), 'HistoryList') },
  {
    name: 'parcels',
    show: guardedPage('parcels', () => import('../parcels/parcel-page.tsx'), 'ParcelPage', 'show'),
  },
  { name: 'anomalies', list: lazyPage(() => import('../anomalies/anomaly-list.tsx'), 'AnomalyList') },
  { name: 'mails', list: lazyPage(() => import('../mails/mail-list.tsx'), 'MailList') },
  {
    name: 'vendor-notices',
    list: lazyPage(() => import('../vendor-notices/vendor-notice-list.tsx'), 'VendorNoticeList'),
  },
  {
    name: 'projections',
    list: lazyPage(() => import('../projections/projection-list.tsx'), 'ProjectionList'),
  },
  { name: 'suspense', list: lazyPage(() => import('../suspense/suspense-list.tsx'), 'SuspenseList') },
  {
    name: 'stuck-instructions',
    list: lazyPage(() => import('../stuck-instructions/stuck-instruction-list.tsx'), 'StuckInstructionList'),
  },
  { name: 'syncs', list: lazyPage(() => import('../syncs/sync-list.tsx'), 'SyncList') },
];
