import { sql } from 'kysely';
import { z } from 'zod';
import { referralReply, referralRequest, referralResource } from '#contracts/api/referrals.ts';
import { instantOf } from '#services/platform/database/index.ts';
import { deriveId, hashBody, oncePerKey } from '#services/platform/commands/index.ts';
import {
  callGroup,
  idempotencyKey,
  rateLimit,
  listFromDatabase,
  type App,
  type RestSelect,
} from '#services/platform/http/index.ts';
import { referAFriend, type ReferralDeps } from './refer-a-friend.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['referrals'] });
const forEveryone = callGroup({ access: 'public', surface: 'portal', tags: ['referrals'] });

const REFERRALS: RestSelect = {
  select: sql`
    select id::int, gifter_name as "gifterName", gifter_email as "gifterEmail", recipient_name as "recipientName",
      recipient_email as "recipientEmail", ${instantOf('created_at')} as "createdAt"
    from vitrine.referral`,
  sortedBy: ['createdAt', 'gifterName', 'gifterEmail', 'recipientName', 'recipientEmail'],
  order: ['createdAt', 'DESC'],
  names: ['gifterName', 'gifterEmail', 'recipientName', 'recipientEmail'],
  filteredBy: ['gifterEmail', 'recipientEmail'],
  searched: ['gifterName', 'gifterEmail', 'recipientName', 'recipientEmail'],
};

const recipientNamed = z.object({ recipientEmail: z.string() });

/** Refer a friend: public and rate-limited (rule: Who may call); the list of referrals is for administrators. */
export function registerReferralRoutes(app: App, deps: ReferralDeps): void {
  const fromOneAddress = rateLimit(app, { name: 'referral from', max: 20, seconds: 3600 });
  // No address is written to again and again, by any caller.
  const toOneFriend = rateLimit(app, {
    name: 'referral to',
    max: 3,
    seconds: 3600,
    key: ({ body }) => recipientNamed.parse(body).recipientEmail.trim().toLowerCase(),
  });

  app.post(
    '/admin/makecustomerreferral',
    {
      ...forEveryone({ summary: 'Refer a friend', body: referralRequest, response: { 200: referralReply } }),
      preHandler: [fromOneAddress, toOneFriend],
    },
    async (request) => {
      const { body } = request;
      const key = { commandId: deriveId('referral', idempotencyKey(request)), bodyHash: hashBody(body) };
      await oncePerKey(deps, key, async (repeated) => {
        if (!repeated) await referAFriend(deps, body);
      });
      return { message: 'Referral Sent' as const };
    },
  );

  listFromDatabase(
    app,
    deps.db,
    forAdministrators,
    { resource: 'referrals', summary: 'Referrals', row: referralResource },
    () => REFERRALS,
  );
}
