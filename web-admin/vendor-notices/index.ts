import type { ResourceProps } from 'react-admin';
import { VendorNoticeList } from './vendor-notice-list.tsx';

/** What vendors have to know; for staff. */
export const vendorNotices: ResourceProps = { name: 'vendor-notices', list: VendorNoticeList };
