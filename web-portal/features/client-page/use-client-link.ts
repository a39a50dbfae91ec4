import { useCallback, useEffect, useRef, useState } from 'react';
import type { ClientLinkView } from '#contracts/api/client-links.ts';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { isGone } from '../../components/link-page/link-page.tsx';
import { readLink } from './client-calls.ts';

/** How often the page is read again: a stone may be taken or the link revoked. */
const LOOK_EVERY_MS = 60_000;

type State = { view: ClientLinkView | null; error: unknown };

/** What a link shows. It is read again every minute, when the page comes back into view, and after each action; not during one. */
export function useClientLink(token: string) {
  const [state, setState] = useState<State>({ view: null, error: null });
  const asked = useRef(0);
  const shown = useRef(0);
  /** Shows the answer of `work`, unless the answer to a later question is already shown. */
  const take = useCallback((work: Promise<ClientLinkView>): Promise<unknown> => {
    const order = ++asked.current;
    return work.then(
      (view) => {
        if (order > shown.current) {
          shown.current = order;
          setState({ view, error: null });
        }
        return null;
      },
      (error: unknown) => {
        setState((before) => (before.view && !isGone(error) ? before : { view: null, error }));
        return error;
      },
    );
  }, []);
  /** What was done last for the client, while its answer is awaited. */
  const acting = useRef<Promise<unknown> | null>(null);
  // The answer of an act says all that a reading meanwhile could, which may not know of the act and yet be shown last.
  const read = useCallback(() => {
    if (acting.current === null) void take(readLink(token));
  }, [take, token]);
  useEffect(() => {
    read();
    const lookAgain = (): void => {
      if (document.visibilityState === 'visible') read();
    };
    const timer = setInterval(lookAgain, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, [read]);
  /**
   * Does something for the client, once what was done before is answered: of answers that cross, the one to the later
   * question may not know of the earlier act. True when it is done; otherwise a toast says why not.
   */
  const act = async (work: () => Promise<ClientLinkView>): Promise<boolean> => {
    const mine = (acting.current ?? Promise.resolve()).then(() => take(work()));
    acting.current = mine;
    const error = await mine;
    if (acting.current === mine) acting.current = null;
    if (error === null) return true;
    if (!isGone(error)) toastFailure(messageOf(error), 'happier');
    return false;
  };
  return { ...state, read, act };
}
