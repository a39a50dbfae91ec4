import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const RepricingList = lazyPage(() => import('./repricing-list.tsx'), 'RepricingList');

export const repricings: ResourceProps = { name: 'repricings', list: RepricingList };
