import type { LineKind } from '#contracts/billing/index.ts';
import { formatConstant } from './figures.ts';

/** A line as finance calls it: 'Minimum true-up', 'Rebate reversal'. */
export const lineKindName = (kind: LineKind): string =>
  kind === 'TRUE_UP' ? 'Minimum true-up' : sentence(formatConstant(kind));

const sentence = (text: string): string => text.charAt(0) + text.slice(1).toLowerCase();
