import { queryOptions } from '@tanstack/react-query';
import { secondFactorCalls } from '#web-shared/account/second-factor.tsx';
import { callForData } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

export const SECOND_FACTOR_CALLS = secondFactorCalls((path, body, reply) =>
  callForData({ path, body, inOwnName: true, read: (answer) => reply.parse(answer) }),
);

/** Whether one has a second factor (POST /login/secondfactor). */
export const ownSecondFactorQuery = queryOptions({
  queryKey: queryKeys.ownSecondFactor,
  queryFn: SECOND_FACTOR_CALLS.state,
  staleTime: 0,
  meta: { handled: true },
});
