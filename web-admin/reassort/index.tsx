import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { ReassortPage } from './reassort-page.tsx';

/** Reassortment; the screen comes later. */
export const reassort: ResourceProps = { name: 'reassort', list: guarded('reassort', <ReassortPage />) };
