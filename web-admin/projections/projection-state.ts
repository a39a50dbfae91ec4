import type { ProjectionResource } from '#contracts/api/back-office.ts';

/** A state as a word of the page. */
export const wordsOf = (state: ProjectionResource['state']): string =>
  state.charAt(0).toUpperCase() + state.slice(1);

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
