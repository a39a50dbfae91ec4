import { begunSecondFactor, recoveryCodesReply, secondFactorState } from '#contracts/api/second-factor.ts';
import type { SecondFactorCalls } from '#web-shared/account/second-factor.tsx';
import { call } from './http-client.ts';

const PATH = '/login/secondfactor';

/** POST /login/secondfactor and what is beneath it. */
export const SECOND_FACTOR: SecondFactorCalls = {
  state: () => call(PATH, secondFactorState),
  begin: (password) => call(`${PATH}/begin`, begunSecondFactor, { body: { password } }),
  confirm: async (code) =>
    (await call(`${PATH}/confirm`, recoveryCodesReply, { body: { code } })).recoveryCodes,
  renew: async (code) => (await call(`${PATH}/codes`, recoveryCodesReply, { body: { code } })).recoveryCodes,
  remove: (password, code) => call(`${PATH}/remove`, secondFactorState, { body: { password, code } }),
};
