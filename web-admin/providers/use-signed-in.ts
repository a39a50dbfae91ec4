import { useGetIdentity } from 'react-admin';
import { userSchema, type User } from '#contracts/api/session.ts';

/** Who is signed in; undefined while it is being asked, null without a session. */
export function useSignedIn(): User | null | undefined {
  const { identity, isPending } = useGetIdentity();
  if (isPending) return undefined;
  return identity ? userSchema.parse(identity['user']) : null;
}
