import type { BillRunResource } from '#contracts/api/bills.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';

/** How many bills of a run failed, and how many were left as they are; empty when it made them all. */
export const notMadeWords = ({ failed, left }: Pick<BillRunResource, 'failed' | 'left'>): string[] => [
  ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
  ...(left > 0 ? [`${formatCount(left)} left as ${left === 1 ? 'it is' : 'they are'}`] : []),
];
