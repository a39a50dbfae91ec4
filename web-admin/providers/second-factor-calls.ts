import { secondFactorCalls } from '#web-shared/account/second-factor.tsx';
import { call } from './http-client.ts';

export const SECOND_FACTOR_CALLS = secondFactorCalls((path, body, reply) => call(path, reply, { body }));
