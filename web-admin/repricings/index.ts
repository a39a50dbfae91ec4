import type { ResourceProps } from 'react-admin';
import { RepricingList } from './repricing-list.tsx';

export const repricings: ResourceProps = { name: 'repricings', list: RepricingList };
