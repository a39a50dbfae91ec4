import type { ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { FinancePage } from './finance-page.tsx';

/** The period lock, the journal, and what the house's documents say; for administrators. */
export const finance: ResourceProps = { name: 'finance', list: guarded('finance', <FinancePage />) };
