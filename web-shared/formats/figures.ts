import { withMinus } from '#contracts/vocabulary/counts.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';

/** How figures and dates are written (product: Formats). */
const share = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });

/** The wire's percent (1 = 1 %), without needless zeros. */
export const formatPercent = (value: number): string => `${withMinus(share.format(value))} %`;

/** A part of a whole in percent, to a tenth. */
export const shareOf = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10;

/** A limit in whole dollars; 0 is no limit (rule: Maximum inventory). */
export const formatLimit = (value: number): string => (value === 0 ? 'Not set' : formatValue(value));

const STEPS = [
  [60, 1, 's'],
  [3600, 60, 'min'],
  [86_400, 3600, 'h'],
  [Infinity, 86_400, 'd'],
] as const;

/** How long ago an instant was, seen from `now` (milliseconds): 'now', '8 s ago', '3 min ago', '2 d ago'. */
export function formatAgo(at: string, now: number): string {
  const seconds = Math.floor((now - Date.parse(at)) / 1000);
  if (seconds < 2) return 'now';
  const [, size, unit] = STEPS.find(([below]) => seconds < below)!;
  return `${Math.floor(seconds / size)} ${unit} ago`;
}
