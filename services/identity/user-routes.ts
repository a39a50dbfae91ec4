import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { userSchema, type User } from '#contracts/api/session.ts';
import {
  newUserRequest,
  resetPasswordReply,
  resetPasswordRequest,
  updateUserRequest,
  userChanges,
  userResource,
  usersReply,
  type UserResource,
} from '#contracts/api/users.ts';
import {
  callGroup,
  idempotencyKey,
  ifMatch,
  sendVersion,
  rateLimit,
  listFromDatabase,
  type App,
  type RestSelect,
} from '#services/platform/http/index.ts';
import { addUser, changeUser, resetPassword, type UserManagement } from './manage-users.ts';
import type { LastChange } from './user-table.ts';
import { findUserVersion, listUsers, unknownUser } from './users.ts';

const portalCall = callGroup({ access: 'staff', surface: 'portal', tags: ['users'] });
const restCall = callGroup({ access: 'staff', surface: 'rest', tags: ['users'] });

const FLAGS = [
  'administrator',
  'salesRep',
  'active',
  'mustChangePassword',
  'showPrices',
  'customerId',
] as const;
const NAMES = ['username', 'firstName', 'lastName', 'email'] as const;
const USERS: RestSelect = {
  select: sql`
    select username as id, username, first_name as "firstName", last_name as "lastName", email,
      customer_id as "customerId", active, administrator, sales_rep as "salesRep", show_prices as "showPrices",
      must_change_password as "mustChangePassword", version::text as version,
      concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) as "shownName"
    from vitrine.user_account`,
  sortedBy: [...NAMES, ...FLAGS],
  order: ['username', 'ASC'],
  names: NAMES,
  filteredBy: [...FLAGS, 'email'],
  searched: ['username', 'shownName', 'email'],
};

/**
 * Users, for reps and administrators: the admin calls and the back office's resource (rule: Reps; product:
 * Admin calls).
 */
export function registerUserRoutes(app: App, deps: UserManagement): void {
  const { db } = deps;

  const existing = async (username: string): Promise<User & LastChange> => {
    const user = await findUserVersion(db, username);
    if (!user) throw unknownUser(username);
    return user;
  };
  const shown = async (username: string, reply: FastifyReply): Promise<UserResource> => {
    const { changedBy: _, ...user } = await existing(username);
    sendVersion(reply, user.version);
    return { id: user.username, ...user };
  };

  app.post(
    '/admin/allusers',
    portalCall({ summary: 'Every user, by username', response: { 200: usersReply } }),
    () => listUsers(db),
  );

  const add = { summary: 'Create a user; the password goes to it by mail', body: newUserRequest };
  app.post('/admin/newuser', portalCall({ ...add, response: { 200: userSchema } }), (request) =>
    addUser(deps, request.caller, request.body, idempotencyKey(request)),
  );
  app.post('/api/users', restCall({ ...add, response: { 201: userResource } }), async (request, reply) => {
    const { caller, body } = request;
    const { username } = await addUser(deps, caller, body, idempotencyKey(request));
    return reply.code(201).send(await shown(username, reply));
  });

  app.post(
    '/admin/updateuser',
    portalCall({ summary: 'Change a user', body: updateUserRequest, response: { 200: userSchema } }),
    (request) => {
      const { username, ...changes } = request.body;
      return changeUser(deps, request.caller, username, changes, { key: idempotencyKey(request) });
    },
  );

  app.post(
    '/admin/resetpassword',
    {
      ...portalCall({
        summary: 'Send a user a random password',
        body: resetPasswordRequest,
        response: { 200: resetPasswordReply },
      }),
      preHandler: rateLimit(app, {
        name: 'reset password',
        max: 30,
        seconds: 60,
        key: ({ caller }) => caller.user.username,
      }),
    },
    async (request) => {
      const { username } = request.body;
      await resetPassword(deps, request.caller, username, idempotencyKey(request));
      return { username };
    },
  );

  listFromDatabase(
    app,
    db,
    restCall,
    { resource: 'users', summary: 'Users', row: userResource },
    () => USERS,
  );

  const named = { params: z.object({ id: z.string() }), response: { 200: userResource } };
  app.get('/api/users/:id', restCall({ summary: 'One user', ...named }), ({ params }, reply) =>
    shown(params.id, reply),
  );
  app.put(
    '/api/users/:id',
    restCall({
      summary: 'Change a user; If-Match refuses what somebody else has changed meanwhile',
      body: userChanges,
      ...named,
    }),
    async (request, reply) => {
      const { username } = await existing(request.params.id);
      await changeUser(deps, request.caller, username, request.body, {
        key: idempotencyKey(request),
        expectedVersion: ifMatch(request),
      });
      return shown(username, reply);
    },
  );
}
