import { pause } from '../pause.ts';
import type { WorkNotices } from '../work-notices/index.ts';

/** Work notices that nothing announces: a job that waits looks again after a few milliseconds. */
export const polledWork = (everyMs = 20): WorkNotices => ({
  until: async (_, ms, signal) => {
    await pause(Math.min(ms, everyMs), signal);
    return true;
  },
  close: () => Promise.resolve(),
});
