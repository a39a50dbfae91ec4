import { useEffect } from 'react';
import { SESSION_SECONDS } from '#contracts/api/headers.ts';
import { checkSession } from '../../features/session/api/check-session.ts';
import { onSuccessfulAnswer } from '../../lib/api-client.ts';
import { CallFailed, reactionTo, statusOf, type Reaction } from '../../lib/failures.ts';

/**
 * A session lasts one hour, and every successful answer to a window in use extends it (product: Session). When the hour is
 * over the server is asked first: another window of the same browser may have extended it.
 */
export function useSessionClock(react: (reaction: Reaction) => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let over: number;
    const confirm = async (): Promise<void> => {
      try {
        await checkSession();
        start();
      } catch (error) {
        const expired =
          error instanceof CallFailed && statusOf(error) === 401 ? reactionTo(error.failure, false) : null;
        if (expired) react(expired);
        else start();
      }
    };
    const start = (): void => {
      clearTimeout(timer);
      over = Date.now() + SESSION_SECONDS * 1000;
      timer = setTimeout(() => void confirm(), SESSION_SECONDS * 1000);
    };
    // Timers stand still while a device sleeps.
    const woken = (): void => {
      if (document.visibilityState === 'visible' && Date.now() >= over) void confirm();
    };
    start();
    const stop = onSuccessfulAnswer((extended) => {
      if (extended) start();
    });
    document.addEventListener('visibilitychange', woken);
    window.addEventListener('focus', woken);
    return () => {
      document.removeEventListener('visibilitychange', woken);
      window.removeEventListener('focus', woken);
      clearTimeout(timer);
      stop();
    };
  }, [react]);
}
