import type { ResourceProps } from 'react-admin';
import { AnomalyList } from './anomaly-list.tsx';

/** Documents that do not fit; for administrators. */
export const anomalies: ResourceProps = { name: 'anomalies', list: AnomalyList };
