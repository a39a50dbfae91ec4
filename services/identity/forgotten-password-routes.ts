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

const ON_ITS_WAY = 'If we know you, a link is on its way to your e-mail address. It is good for an hour.';
const IN_THE_OUTBOX =
  'No mail is sent from here. Please ask an administrator: if we know you, a link for you is under Outbox. It is good for an hour.';

/**
 * A forgotten password: a link by mail, and the new password that it leads to (rule: Forgotten password).
 * @param options.sendsMails whether a mail server takes the links; without one they stay in the outbox
 */
export function registerForgottenPasswordRoutes(
  app: App,
  { sendsMails, ...store }: UserStore & { clock: Clock; sendsMails: boolean },
): void {
  const { db, clock } = store;
  const message = sendsMails ? ON_ITS_WAY : IN_THE_OUTBOX;

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
      return { message };
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
