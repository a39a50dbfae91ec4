import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

const FinancePage = lazyPage(() => import('./finance-page.tsx'), 'FinancePage');

/** The period lock, the journal, and what the house's documents say; for administrators. */
export const finance: ResourceProps = { name: 'finance', list: guarded('finance', <FinancePage />) };
