import { useGetList } from 'react-admin';
import type { z } from 'zod';
import type { billAlarmResource } from '#contracts/api/bills.ts';
import { refreshedEvery } from '../components/list-page/failures-in-place.ts';
import { TextLink } from '../components/text-link.tsx';
import { firstRows } from '../providers/data-provider.ts';
import styles from './billing.module.css';

/**
 * Warns when an issued bill is not in order, so that no one goes on billing without having seen it (rule:
 * Closing and adjusting).
 */
export function StandingAlarms() {
  const { total } = useGetList<z.infer<typeof billAlarmResource>>(
    'bill-alarms',
    firstRows(1, 'raisedAt', { order: 'DESC' }),
    refreshedEvery(60),
  );
  if (!total) return null;
  return (
    <p role="alert" className={styles['alarms']}>
      {total === 1 ? '1 issued bill needs a look.' : `${total} issued bills need a look.`}{' '}
      <TextLink to="/bill-alarms">See why</TextLink>
    </p>
  );
}
