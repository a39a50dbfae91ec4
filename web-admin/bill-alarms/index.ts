import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const BillAlarmList = lazyPage(() => import('./bill-alarm-list.tsx'), 'BillAlarmList');

/** Issued bills that need a look; for administrators. */
export const billAlarms: ResourceProps = { name: 'bill-alarms', list: BillAlarmList };
