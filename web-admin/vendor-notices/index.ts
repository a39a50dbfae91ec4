import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const VendorNoticeList = lazyPage(() => import('./vendor-notice-list.tsx'), 'VendorNoticeList');

/** What vendors have to know; for staff. */
export const vendorNotices: ResourceProps = { name: 'vendor-notices', list: VendorNoticeList };
