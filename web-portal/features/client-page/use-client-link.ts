import { useCallback, useEffect, useRef, useState } from 'react';
import type { ClientLinkView } from '#contracts/api/client-links.ts';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { isGone } from '../../components/link-page/link-page.tsx';
import { readLink } from './client-calls.ts';

/** How old what is shown may become: a stone may be taken, and the link be revoked, meanwhile. */
const LOOK_EVERY_MS = 60_000;

type State = { view: ClientLinkView | null; error: unknown };

/** What a link shows, read again every minute and when the page is looked at again, and after what the client does. */
export function useClientLink(token: string) {
  const [state, setState] = useState<State>({ view: null, error: null });
  const asked = useRef(0);
  const shown = useRef(0);
  /** Shows what `work` answers, unless what was asked later is shown already. */
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
  const read = useCallback(() => void take(readLink(token)), [take, token]);
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
  /** Does something for the client; true when it is done, else it is said why not. */
  const act = async (work: Promise<ClientLinkView>): Promise<boolean> => {
    const error = await take(work);
    if (error === null) return true;
    if (!isGone(error)) toastFailure(messageOf(error), 'happier');
    return false;
  };
  return { ...state, read, act };
}
