import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  beginSecondFactor,
  begunSecondFactor,
  recoveryCodesReply,
  removeSecondFactor,
  secondFactorCode,
  secondFactorState,
  userSecondFactor,
  type SecondFactorState,
} from '#contracts/api/second-factor.ts';
import { callGroup, addressOf, type App, type Attempts } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { passwordFits } from '../passwords.ts';
import { findStoredUser, requireUser } from '../users.ts';
import { countCodeAttempt, countPasswordAttempt } from './limit.ts';
import {
  beginEnrolment,
  confirmEnrolment,
  hasSecondFactor,
  lastReset,
  recoveryCodesLeft,
  removeFactor,
  renewRecoveryCodes,
  useCode,
  type SecondFactors,
} from './second-factors.ts';

const forStaff = callGroup({
  access: 'staff',
  surface: 'portal',
  beforeSecondFactor: true,
  tags: ['session'],
});
/** Also for a customer's user that was staff when it set up its second factor. */
const forOneself = callGroup({
  access: 'signed-in',
  surface: 'portal',
  beforeSecondFactor: true,
  tags: ['session'],
});
const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['users'] });

export type SecondFactorRoutes = SecondFactors & {
  attempts: Attempts;
  /** The house requires a second factor of staff. */
  required: boolean;
};

/** The second factor of staff: its enrolment, recovery codes and end, and its reset by administrators. */
export function registerSecondFactorRoutes(app: App, deps: SecondFactorRoutes): void {
  const { db, attempts, required } = deps;

  const stateOf = async (username: string): Promise<SecondFactorState> => ({
    enabled: await hasSecondFactor(db, username),
    required,
    recoveryCodes: await recoveryCodesLeft(db, username),
  });
  const attempted = (request: FastifyRequest): Promise<void> =>
    countCodeAttempt(attempts, request.caller.user.username, addressOf(request));
  const checkPassword = async (request: FastifyRequest, password: string): Promise<void> => {
    const { username } = request.caller.user;
    await countPasswordAttempt(attempts, username, addressOf(request));
    const stored = await findStoredUser(db, username);
    if (await passwordFits(stored?.passwordHash, password)) return;
    throw new Refusal(402, 'Your password is not right.', { field: 'password', code: 'WRONG_PASSWORD' });
  };

  app.post(
    '/login/secondfactor',
    forOneself({ summary: "One's own second factor", response: { 200: secondFactorState } }),
    ({ caller }) => stateOf(caller.user.username),
  );
  app.post(
    '/login/secondfactor/begin',
    forStaff({
      summary: 'Begin to set up a second factor',
      body: beginSecondFactor,
      response: { 200: begunSecondFactor },
    }),
    async (request) => {
      const { username } = request.caller.user;
      await checkPassword(request, request.body.password);
      return beginEnrolment(deps, username);
    },
  );
  app.post(
    '/login/secondfactor/confirm',
    forStaff({
      summary: 'Switch the second factor on, with a code from the app',
      body: secondFactorCode,
      response: { 200: recoveryCodesReply },
    }),
    async (request) => {
      await attempted(request);
      const { username } = request.caller.user;
      return { recoveryCodes: await confirmEnrolment(deps, username, request.body.code) };
    },
  );
  app.post(
    '/login/secondfactor/codes',
    forOneself({
      summary: 'Make new recovery codes',
      body: secondFactorCode,
      response: { 200: recoveryCodesReply },
    }),
    async (request) => {
      const { username } = request.caller.user;
      await attempted(request);
      await useCode(deps, username, request.body.code);
      return { recoveryCodes: await renewRecoveryCodes(deps, username) };
    },
  );
  app.post(
    '/login/secondfactor/remove',
    forOneself({
      summary: "Remove one's own second factor",
      body: removeSecondFactor,
      response: { 200: secondFactorState },
    }),
    async (request) => {
      const { username } = request.caller.user;
      await checkPassword(request, request.body.password);
      await attempted(request);
      await useCode(deps, username, request.body.code);
      await removeFactor(deps, username);
      return stateOf(username);
    },
  );

  const params = z.object({ id: z.string() });
  const existing = async (id: string): Promise<string> => (await requireUser(db, id)).username;
  const shown = async (username: string) => ({
    ...(await stateOf(username)),
    lastReset: await lastReset(db, username),
  });
  app.get(
    '/api/users/:id/second-factor',
    forAdministrators({ summary: "A user's second factor", params, response: { 200: userSecondFactor } }),
    async (request) => shown(await existing(request.params.id)),
  );
  app.delete(
    '/api/users/:id/second-factor',
    forAdministrators({
      summary: "Reset another user's second factor; its sessions end",
      params,
      response: { 200: userSecondFactor },
    }),
    async ({ params: { id }, caller }) => {
      const username = await existing(id);
      if (username === caller.user.username)
        throw new Refusal(409, 'Remove your own second factor in your account, with a code of it.', {
          code: 'OWN_FACTOR',
        });
      await removeFactor(deps, username, caller.user.username);
      return shown(username);
    },
  );
}
