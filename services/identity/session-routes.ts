import { z } from 'zod';
import { endSessionRequest, sessionsEnded, sessionsReply } from '#contracts/api/sessions.ts';
import type { Clock } from '#services/platform/clock.ts';
import { callGroup, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { endSessions, sessionsOf } from './session-records.ts';
import { requireUser, type UserStore } from './users.ts';

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['session'] });
const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['users'] });

/** Lists and ends sessions: everyone's own, and for administrators anybody's. */
export function registerSessionRoutes(app: App, deps: UserStore & { clock: Clock }): void {
  const { db, clock } = deps;

  const endOne = async (
    username: string,
    { id, inUse }: { id: string; inUse: string | undefined },
  ): Promise<{ ended: number }> => {
    if (id === inUse)
      throw new Refusal(409, 'This is the session in use: sign out instead.', {
        code: 'SESSION_IN_USE',
      });
    const ended = await endSessions(deps, clock, username, { id });
    if (ended === 0) throw new Refusal(404, 'This session has ended already.', { code: 'SESSION_ENDED' });
    return { ended };
  };

  app.post(
    '/login/sessions',
    forSignedIn({ summary: "One's own sessions", response: { 200: sessionsReply } }),
    ({ caller, session }) => sessionsOf(db, clock, caller.user.username, session?.id ?? null),
  );
  app.post(
    '/login/sessions/end',
    forSignedIn({
      summary: "End one of one's own sessions, or all others",
      body: endSessionRequest,
      response: { 200: sessionsEnded },
    }),
    async ({ caller, session, body: { id } }) => {
      const { username } = caller.user;
      if (id !== undefined) return endOne(username, { id, inUse: session?.id });
      return { ended: await endSessions(deps, clock, username, { except: session?.id ?? null }) };
    },
  );

  const user = z.object({ id: z.string() });
  const existing = async (id: string): Promise<string> => (await requireUser(db, id)).username;
  app.get(
    '/api/users/:id/sessions',
    forAdministrators({ summary: "A user's sessions", params: user, response: { 200: sessionsReply } }),
    async ({ params, session }) => sessionsOf(db, clock, await existing(params.id), session?.id ?? null),
  );
  app.delete(
    '/api/users/:id/sessions',
    forAdministrators({
      summary: "End a user's sessions, except the one that asks",
      params: user,
      response: { 200: sessionsEnded },
    }),
    async ({ params, session }) => ({
      ended: await endSessions(deps, clock, await existing(params.id), { except: session?.id ?? null }),
    }),
  );
  app.delete(
    '/api/users/:id/sessions/:session',
    forAdministrators({
      summary: "End one of a user's sessions, except the one that asks",
      params: user.extend({ session: z.uuid() }),
      response: { 200: sessionsEnded },
    }),
    async ({ params, session }) =>
      endOne(await existing(params.id), { id: params.session, inUse: session?.id }),
  );
}
