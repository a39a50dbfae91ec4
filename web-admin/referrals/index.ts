import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const ReferralList = lazyPage(() => import('./referral-list.tsx'), 'ReferralList');

/** Who asked for an account; for administrators. */
export const referrals: ResourceProps = { name: 'referrals', list: ReferralList };
