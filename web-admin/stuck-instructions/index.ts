import type { ResourceProps } from 'react-admin';
import { StuckInstructionList } from './stuck-instruction-list.tsx';

/** Instructions that the trading system has not taken yet; for administrators. */
export const stuckInstructions: ResourceProps = { name: 'stuck-instructions', list: StuckInstructionList };
