import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

const ReassortPage = lazyPage(() => import('./reassort-page.tsx'), 'ReassortPage');

/** The Reassort screen: a customer's stores, ideal inventories and plans. */
export const reassort: ResourceProps = { name: 'reassort', list: guarded('reassort', <ReassortPage />) };
