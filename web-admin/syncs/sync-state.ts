import type { SyncResource } from '#contracts/api/back-office.ts';
import type { Tone } from '#web-shared/components/chip/chip.tsx';

export type SyncState = 'waiting' | 'running' | 'finished' | 'failed';

export const STATES: Readonly<Record<SyncState, { tone: Tone; words: string }>> = {
  waiting: { tone: 'waiting', words: 'Waiting' },
  running: { tone: 'waiting', words: 'Running' },
  finished: { tone: 'good', words: 'Finished' },
  failed: { tone: 'alert', words: 'Finished with failures' },
};

/** Where a sync stands. */
export function stateOf(sync: SyncResource): SyncState {
  if (sync.startedAt === null) return 'waiting';
  if (sync.finishedAt === null) return 'running';
  return failuresOf(sync).length > 0 ? 'failed' : 'finished';
}

/** The instances that could not be read, with the reason. */
export function failuresOf({ reports }: SyncResource): { instance: string; reason: string }[] {
  return reports.flatMap(({ instance, failed }) =>
    failed === undefined ? [] : [{ instance, reason: failed }],
  );
}

export type SyncFigure = 'read' | 'recorded' | 'already' | 'suspended' | 'resolved';

/** A figure over all instances. */
export const sumOf = ({ reports }: SyncResource, figure: SyncFigure): number =>
  reports.reduce((sum, report) => sum + report[figure], 0);
