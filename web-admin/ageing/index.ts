import type { ResourceProps } from 'react-admin';
import { AgeingList } from './ageing-list.tsx';

/** Exceptional stones due back, for staff. */
export const ageing: ResourceProps = { name: 'ageing', list: AgeingList };
