import { pause } from '../pause.ts';
import { isOutage } from '../stores/index.ts';

const AGAIN_MS = 1_000;

/**
 * Does what has to be noted though stores may be away: again every second until they answer. May be repeated. Throws what
 * it threw for another reason, or once the signal is aborted.
 * @param signal of the process, not of a lease, which is lost while Postgres is away
 */
export async function noteWhenStoresAreBack(note: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await note();
    } catch (error) {
      if (signal.aborted || !isOutage(error)) throw error;
      await pause(AGAIN_MS, signal);
    }
  }
}
