import { createElement } from 'react';
import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { HistoryList } from './history/history-list.tsx';
import { AnomalyList } from './inboxes/anomaly-list.tsx';
import { MailList } from './inboxes/mail-list.tsx';
import { VendorNoticeList } from './inboxes/vendor-notice-list.tsx';
import { ParcelPage } from './parcel/parcel-page.tsx';

/**
 * The audit: everything recorded, a parcel on both time axes with its corrections, and what waits for somebody's eye.
 * For administrators; staff see what vendors were told.
 */
export const auditResources: readonly ResourceProps[] = [
  { name: 'history', list: HistoryList },
  { name: 'parcels', show: guarded('parcels', createElement(ParcelPage), 'show') },
  { name: 'anomalies', list: AnomalyList },
  { name: 'mails', list: MailList },
  { name: 'vendor-notices', list: VendorNoticeList },
];
