import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changePasswordRequest, type User } from '#contracts/api/session.ts';
import { noteSession } from '#web-shared/browser-session.ts';
import { callForData } from '../../../lib/api-client.ts';
import { isOutage, networkFailure } from '../../../lib/failures.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { hasDuty, userIn } from './check-session.ts';

type PasswordChange = { username: string; oldPassword: string; newPassword: string };

const NO_ANSWER =
  'No answer came: your password may have been changed. Please try again; if the old one is refused, it was changed.';

/**
 * POST /login/changepassword, which answers the user, now without the duty to change it. It is never sent again by itself:
 * where only its answer was lost, the old password is not right any more.
 */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    meta: { operation: 'Change of password' },
    retry: false,
    mutationFn: async (change: PasswordChange) => {
      const body = changePasswordRequest.parse(change);
      try {
        return await callForData({ path: '/login/changepassword', body, read: userIn });
      } catch (error) {
        throw isOutage(error) ? networkFailure(NO_ANSWER) : error;
      }
    },
    onSuccess: async (user) => {
      noteSession(user);
      const before = client.getQueryData<User>(queryKeys.session);
      const staff = user.administrator || user.salesRep;
      // Staff who had to change it act for no customer yet: the sign-in begins anew, now with the customer they chose last.
      if (staff && before && hasDuty(before)) await client.resetQueries({ queryKey: queryKeys.session });
      else client.setQueryData(queryKeys.session, user);
    },
  });
}
