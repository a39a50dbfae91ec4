import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useLogout } from 'react-admin';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { isUnsaved } from '../components/unsaved.tsx';
import { SESSION_ENDED, SIGN_IN } from '../providers/auth-provider.ts';
import { onSessionEnd } from '../providers/http-client.ts';
import { SESSION_EXPIRED } from '#contracts/api/headers.ts';

const TYPED = 'What you typed is still here: log in in another tab, then save it here.';

/**
 * Says so and shows the sign-in page when the session has ended, whatever call finds it out (rule: Back office
 * failures). What is typed and not saved stays on its page, which says so once. What comes late, once the sign-in page
 * is shown, is no news.
 */
export function SessionEnd() {
  const logOut = useLogout();
  const { pathname } = useLocation();
  const ended = useRef(false);
  const kept = useRef<string>(null);
  const end = useEffectEvent(() => {
    if (pathname === SIGN_IN || ended.current) return;
    if (!isUnsaved()) {
      ended.current = true;
      toastFailure(SESSION_EXPIRED);
      void logOut(SESSION_ENDED);
    } else if (kept.current !== pathname) {
      kept.current = pathname;
      toastFailure(`${SESSION_EXPIRED} ${TYPED}`);
    }
  });
  useEffect(() => onSessionEnd(() => end()), []);
  useEffect(() => {
    if (pathname === SIGN_IN) ended.current = false;
  }, [pathname]);
  return null;
}
