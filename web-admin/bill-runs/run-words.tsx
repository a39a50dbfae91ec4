import type { BillRunResource } from '#contracts/api/bills.ts';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { formatConstant } from '#contracts/vocabulary/words.ts';

/** What a run does. */
export const RUN_KINDS: Readonly<Record<BillRunResource['kind'], string>> = {
  BILLS: 'Generate All',
  VENDORS: 'Generate Vendors',
  VERIFY: 'Every bill checked',
};

const TONES: Readonly<Record<BillRunResource['state'], Tone>> = {
  WAITING: 'waiting',
  RUNNING: 'waiting',
  DONE: 'good',
  FAILED: 'alert',
};

/** How far a run is, in a word. */
export function RunState({ state }: Pick<BillRunResource, 'state'>) {
  return <Chip tone={TONES[state]}>{formatConstant(state)}</Chip>;
}
