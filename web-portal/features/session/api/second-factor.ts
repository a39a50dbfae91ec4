import { secondFactorCalls } from '#web-shared/account/second-factor.tsx';
import { callForData } from '../../../lib/api-client.ts';

export const SECOND_FACTOR_CALLS = secondFactorCalls((path, body, reply) =>
  callForData({ path, body, inOwnName: true, read: (answer) => reply.parse(answer) }),
);
