import { z } from 'zod';
import { inboxItem, inboxStepRequest, type InboxStepRequest } from '#contracts/api/inboxes.ts';
import { findUser } from '#services/identity/index.ts';
import { given } from '#services/platform/checked-fields.ts';
import type { Clock } from '#services/platform/clock.ts';
import { answeredOnce } from '#services/platform/commands/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { callGroup, callKey, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { itemOf, lockItem, noteStep, type Handled, type Inbox } from './inbox-store.ts';
import { takeStep } from './take-step.ts';

export type InboxOf = {
  db: Db;
  clock: Clock;
  inbox: Inbox;
  /** The list's path, such as `/api/anomalies`. */
  path: string;
  tags: string[];
  /** What a row of it is called: 'anomaly'. */
  noun: string;
  /** True when the list has a row with that id; `db` is the transaction of a step, else the pool. */
  exists(db: Db, id: string): Promise<boolean>;
  /** Further consequences of the new state, in the transaction of the step. */
  onState?(tx: Db, id: string, state: Handled['state']): Promise<void>;
};

const params = z.object({ id: z.string() });
/** Kept with a step's key: the id alone under keys from before the answer was kept. */
const keptAnswer = inboxItem.or(params);

/** Steps on the rows of an inbox, with their author and time (rule: Inboxes); for administrators. */
export function registerInboxRoutes(app: App, of: InboxOf): void {
  const { db, clock, inbox, path, tags, noun, exists, onState } = of;
  const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags });
  const known = async (within: Db, id: string): Promise<void> => {
    if (!(await exists(within, id))) throw new Refusal(404, `There is no ${noun} ${id}.`, { field: 'id' });
  };

  app.get(
    `${path}/:id/steps`,
    forAdministrators({ summary: `What was done of one ${noun}`, params, response: { 200: inboxItem } }),
    async ({ params: { id } }) => {
      await known(db, id);
      return itemOf(db, inbox, id);
    },
  );

  app.post(
    `${path}/:id/steps`,
    forAdministrators({
      summary: `Take care of one ${noun}: owner, note, acknowledge, dismiss, reopen`,
      params,
      body: inboxStepRequest,
      response: { 200: inboxItem },
    }),
    async (request) => {
      const { params: asked, body, caller } = request;
      const by = caller.actor.username;
      const key = callKey(request, ['inbox-step'], [inbox, asked.id, body]);
      const kept = await answeredOnce({ db, clock }, key, keptAnswer, async (tx) => {
        await known(tx, asked.id);
        const owner = await ownerNamed(tx, body);
        await lockItem(tx, inbox, asked.id);
        const now = takeStep(await itemOf(tx, inbox, asked.id), { ...body, ...given({ owner }) });
        const { action } = body;
        const step = {
          action,
          owner: action === 'OWN' ? now.owner : null,
          note: body.note === '' ? null : (body.note ?? null),
          changes: [],
          by,
          at: clock(),
        };
        await noteStep(tx, inbox, asked.id, step, now);
        await onState?.(tx, asked.id, now.state);
        return itemOf(tx, inbox, asked.id);
      });
      return 'steps' in kept ? kept : itemOf(db, inbox, asked.id);
    },
  );
}

/** The owner's username as it is kept. Throws Refusal 422 for one who is not an administrator that can sign in. */
async function ownerNamed(db: Db, { owner }: InboxStepRequest): Promise<string | null | undefined> {
  if (owner === undefined || owner === null) return owner;
  const user = await findUser(db, owner);
  if (!user?.active || !user.administrator)
    throw new Refusal(422, `${owner} is no active administrator: name one.`, { field: 'owner' });
  return user.username;
}
