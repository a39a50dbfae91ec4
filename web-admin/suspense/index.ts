import type { ResourceProps } from 'react-admin';
import { SuspenseList } from './suspense-list.tsx';

/** Documents of the trading system that could not be recorded yet; for administrators. */
export const suspense: ResourceProps = { name: 'suspense', list: SuspenseList };
