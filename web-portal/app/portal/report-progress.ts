import type { ReportRunReply } from '#contracts/api/reports.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';

export const isUnderWay = ({ state }: ReportRunReply): boolean => state !== 'DONE' && state !== 'FAILED';

/** How far a report is, in words; null when it has ended. */
export function progressOf({ state, done, total }: ReportRunReply): string | null {
  if (state === 'DONE' || state === 'FAILED') return null;
  if (state === 'WAITING' || total === null) return 'Waiting…';
  const figures = `${formatCount(done)} of ${formatCount(total)}`;
  return state === 'READING' ? `Reading ${figures} pcs` : `Writing ${figures} rows`;
}
