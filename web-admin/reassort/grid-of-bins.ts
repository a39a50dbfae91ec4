import type { BinReply } from '#contracts/api/reassortment.ts';
import type { GridBin } from './bin-grid.tsx';
import { stoneFacts } from './stone-facts.ts';

/** Bins with what lies in them now. */
export function gridOfBins(bins: readonly BinReply[]): GridBin[] {
  return bins.map(({ current, deployed, history, stones, ...bin }) => ({
    ...bin,
    quantity: current.quantity,
    ideal: { current, deployed, history },
    stones: stones.map((stone) => ({ name: stone.customerStoneId, facts: stoneFacts(stone) })),
  }));
}
