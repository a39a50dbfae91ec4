import { secondFactorCalls } from '#web-shared/account/second-factor.tsx';
import { call } from '../../../lib/api-client.ts';

export const SECOND_FACTOR_CALLS = secondFactorCalls(
  async (path, body, reply) =>
    (await call({ path, body, inOwnName: true, read: (answer) => reply.parse(answer) })).data,
);
