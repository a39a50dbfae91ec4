import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const AnomalyList = lazyPage(() => import('./anomaly-list.tsx'), 'AnomalyList');

/** Documents that do not fit; for administrators. */
export const anomalies: ResourceProps = { name: 'anomalies', list: AnomalyList };
