import type { ProjectionResource, RebuildJob } from '#contracts/api/back-office.ts';

/** The words for a rebuild that was asked for and does not run: that it waits, or why it failed; null when it is done. */
export function rebuildWords({ state, failure }: Pick<RebuildJob, 'state' | 'failure'>): string | null {
  if (state === 'DONE') return null;
  if (state === 'FAILED') return `The rebuild failed: ${failure ?? 'for an unknown reason'}`;
  const since = state === 'WAITING' ? 'The rebuild is about to begin' : 'The rebuild resumes soon';
  return failure === null ? since : `${since}; its last attempt failed: ${failure}`;
}

/** How much of its way a projection has gone, 0 to 1: of its rebuild while one runs, else of the log. */
export function shareReached({
  progress,
  position,
  head,
  lag,
}: Pick<ProjectionResource, 'progress' | 'position' | 'head' | 'lag'>): number {
  if (progress !== null) return progress;
  if (lag === 0 || head === '0') return 1;
  return Math.min(1, Number((BigInt(position) * 1000n) / BigInt(head)) / 1000);
}
