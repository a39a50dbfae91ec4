import { useEffect, useEffectEvent } from 'react';
import { useLocation, useLogoutIfAccessDenied } from 'react-admin';
import { SIGN_IN } from '../providers/auth-provider.ts';
import { onSessionEnd } from '../providers/http-client.ts';

/**
 * Says so and shows the sign-in page when the session has ended, whatever call finds it out (rule: Back office
 * failures). What comes late, once that page is shown, is no news.
 */
export function SessionEnd() {
  const logOutIfDenied = useLogoutIfAccessDenied();
  const { pathname } = useLocation();
  const end = useEffectEvent((error: Error) => {
    if (pathname !== SIGN_IN) void logOutIfDenied(error);
  });
  useEffect(() => onSessionEnd((error) => end(error)), []);
  return null;
}
