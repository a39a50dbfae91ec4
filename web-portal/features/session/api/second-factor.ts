import type { z } from 'zod';
import { begunSecondFactor, recoveryCodesReply, secondFactorState } from '#contracts/api/second-factor.ts';
import type { SecondFactorCalls } from '#web-shared/account/second-factor.tsx';
import { call } from '../../../lib/api-client.ts';

async function ask<Reply>(what: string, body: object, reply: z.ZodType<Reply>): Promise<Reply> {
  const path = `/login/secondfactor${what}`;
  return (await call({ path, body, inOwnName: true, read: (answer) => reply.parse(answer) })).data;
}

/** POST /login/secondfactor and what is beneath it. */
export const SECOND_FACTOR: SecondFactorCalls = {
  state: () => ask('', {}, secondFactorState),
  begin: (password) => ask('/begin', { password }, begunSecondFactor),
  confirm: async (code) => (await ask('/confirm', { code }, recoveryCodesReply)).recoveryCodes,
  renew: async (code) => (await ask('/codes', { code }, recoveryCodesReply)).recoveryCodes,
  remove: (password, code) => ask('/remove', { password, code }, secondFactorState),
};
