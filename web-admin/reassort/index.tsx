import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { ReassortPage } from './reassort-page.tsx';

/** The Reassort screen: a customer's stores, ideal inventories and plans. */
export const reassort: ResourceProps = { name: 'reassort', list: guarded('reassort', <ReassortPage />) };
