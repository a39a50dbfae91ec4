import type { ResourceProps } from 'react-admin';
import { BillAlarmList } from './bill-alarm-list.tsx';

/** Bills that can no longer be derived again; for administrators. */
export const billAlarms: ResourceProps = { name: 'bill-alarms', list: BillAlarmList };
