import { useLogout } from 'react-admin';
import { toastError } from '../components/toast-error.ts';
import { LOG_OUT } from '../providers/auth-provider.ts';

/** Log Out by hand: ends the session and shows the sign-in page, with a warning when the server could not be reached. */
export function useLogOut(): () => Promise<void> {
  const logout = useLogout();
  return async () => {
    try {
      await logout(LOG_OUT, undefined, false);
    } catch (error) {
      toastError(error);
    }
  };
}
