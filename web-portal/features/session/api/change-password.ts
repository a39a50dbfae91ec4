import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changePasswordRequest } from '#contracts/api/session.ts';
import { call } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { checkSession } from './check-session.ts';

type PasswordChange = { username: string; oldPassword: string; newPassword: string };

/** POST /login/changepassword; then asks again who is signed in, now without the duty to change it. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    meta: { operation: 'Change of password' },
    mutationFn: async (change: PasswordChange) => {
      await call({
        path: '/login/changepassword',
        body: changePasswordRequest.parse(change),
        read: () => undefined,
      });
      return checkSession();
    },
    onSuccess: (user) => client.setQueryData(queryKeys.session, user),
  });
}
