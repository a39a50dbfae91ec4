import { useLogout } from 'react-admin';
import { toastError } from '../components/toast-error.ts';
import { useLeaving } from '../components/unsaved.tsx';
import { LOG_OUT } from '../providers/auth-provider.ts';

/**
 * Log Out by hand: asks first where something is not saved, ends the session and shows the sign-in page, with a warning
 * when the server could not be reached.
 */
export function useLogOut(): () => Promise<void> {
  const logout = useLogout();
  const { mayLeave, leave } = useLeaving();
  return async () => {
    if (!mayLeave()) return;
    try {
      await logout(LOG_OUT, undefined, false);
      // react-admin goes to the sign-in page a tick later.
      leave();
    } catch (error) {
      toastError(error);
    }
  };
}
