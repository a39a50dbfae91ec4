import type { ResourceProps } from 'react-admin';
import { BillRunList } from './bill-run-list.tsx';

/** Runs that make or check many bills; for administrators. */
export const billRuns: ResourceProps = { name: 'bill-runs', list: BillRunList };
