import {
  forgotPasswordReply,
  forgotPasswordRequest,
  newPasswordReply,
  newPasswordRequest,
} from '#contracts/api/forgotten-password.ts';
import type { Clock } from '#services/platform/clock.ts';
import { callGroup, idempotencyKey, rateLimit, type App } from '#services/platform/http/index.ts';
import { askForLink, setForgottenPassword } from './forgotten-passwords.ts';
import type { UserStore } from './users.ts';

const forEveryone = callGroup({ access: 'public', surface: 'portal', tags: ['session'] });

/** A forgotten password: a link by mail, and the new password that it leads to (rule: Forgotten password). */
export function registerForgottenPasswordRoutes(app: App, store: UserStore & { clock: Clock }): void {
  const { db, clock } = store;

  app.post(
    '/login/forgot',
    {
      ...forEveryone({
        summary: 'Ask for a link to choose a new password',
        body: forgotPasswordRequest,
        response: { 200: forgotPasswordReply },
      }),
      preHandler: rateLimit(app, { name: 'forgotten password from', max: 20, seconds: 3600 }),
    },
    async ({ body }) => {
      await askForLink(db, clock, body.user);
      return {
        message: 'If we know you, a link is on its way to your e-mail address. It is good for an hour.',
      };
    },
  );

  app.post(
    '/login/newpassword',
    {
      ...forEveryone({
        summary: 'Choose a new password by the link of a mail',
        body: newPasswordRequest,
        response: { 200: newPasswordReply },
      }),
      preHandler: rateLimit(app, { name: 'new password from', max: 30, seconds: 600 }),
    },
    async (request) => ({
      username: await setForgottenPassword(store, clock, { ...request.body, key: idempotencyKey(request) }),
    }),
  );
}
