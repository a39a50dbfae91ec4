import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const StuckInstructionList = lazyPage(() => import('./stuck-instruction-list.tsx'), 'StuckInstructionList');

/** Instructions that the trading system has not taken yet; for administrators. */
export const stuckInstructions: ResourceProps = { name: 'stuck-instructions', list: StuckInstructionList };
