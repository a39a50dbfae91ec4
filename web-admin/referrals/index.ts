import type { ResourceProps } from 'react-admin';
import { ReferralList } from './referral-list.tsx';

/** Who asked for an account; for administrators. */
export const referrals: ResourceProps = { name: 'referrals', list: ReferralList };
