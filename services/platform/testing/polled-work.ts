import { pause } from '../pause.ts';
import type { WorkNotices } from '../work-notices/index.ts';

/** Work notices that nothing announces: a job that waits looks again after a few milliseconds. */
export const polledWork = (everyMs = 20): WorkNotices => ({
  until: (_, ms, signal) => pause(Math.min(ms, everyMs), signal),
  close: () => Promise.resolve(),
});
