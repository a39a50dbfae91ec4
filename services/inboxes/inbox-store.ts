import { sql, type RawBuilder } from 'kysely';
import type { InboxItem, InboxStep } from '#contracts/api/inboxes.ts';
import { instantOf, lockName, type Db } from '#services/platform/database/index.ts';

export type Inbox = 'ANOMALY' | 'SUSPENSE';
export type Handled = Omit<InboxItem, 'id' | 'steps'>;

export const NOT_HANDLED: Handled = {
  state: 'OPEN',
  owner: null,
  note: null,
  handledBy: null,
  handledAt: null,
};

/** The handled rows of an inbox, to join with its list: `left join ${…} as handled on handled.item_id = …`. */
export const handledItems = (inbox: Inbox): RawBuilder<unknown> => sql`
  (select item_id, state, owner, note, changed_by, changed_at from vitrine.inbox_item where inbox = ${inbox})`;

/** The columns that such a join adds to the list. */
export const HANDLED_COLUMNS: RawBuilder<unknown> = sql`
  coalesce(handled.state, 'OPEN') as state, handled.owner, handled.note, handled.changed_by as "handledBy",
  ${instantOf('handled.changed_at')} as "handledAt"`;

/** The steps taken on rows of an inbox, by their ids. */
export async function handledOf(db: Db, inbox: Inbox): Promise<Map<string, Handled>> {
  const { rows } = await sql<Handled & { id: string }>`
    select handled.item_id as id, ${HANDLED_COLUMNS} from ${handledItems(inbox)} as handled`.execute(db);
  return new Map(rows.map(({ id, ...handled }) => [id, handled]));
}

/** One row of an inbox with all its steps. */
export async function itemOf(db: Db, inbox: Inbox, id: string): Promise<InboxItem> {
  const { rows } = await sql<Handled>`
    select ${HANDLED_COLUMNS} from ${handledItems(inbox)} as handled where handled.item_id = ${id}`.execute(
    db,
  );
  const steps = await sql<InboxStep>`
    select id::int, action, owner, note, changes, by, ${instantOf('at')} as at from vitrine.inbox_step
    where inbox = ${inbox} and item_id = ${id} order by vitrine.inbox_step.id desc`.execute(db);
  return { id, ...NOT_HANDLED, ...rows[0], steps: steps.rows };
}

/** Locks one row of an inbox until the transaction ends: of two steps, the second sees what the first did. */
export async function lockItem(tx: Db, inbox: Inbox, id: string): Promise<void> {
  await lockName(tx, `vitrine inbox ${inbox} ${id}`);
}

/** Notes a step and the row's new state, in the caller's transaction. */
export async function noteStep(
  tx: Db,
  inbox: Inbox,
  id: string,
  step: Pick<InboxStep, 'action' | 'owner' | 'note' | 'changes' | 'by'> & { at: Date },
  now: Pick<Handled, 'state' | 'owner' | 'note'>,
): Promise<void> {
  const { action, owner, note, changes, by, at } = step;
  await sql`
    insert into vitrine.inbox_step (inbox, item_id, action, owner, note, changes, by, at)
    values (${inbox}, ${id}, ${action}, ${owner}, ${note}, ${JSON.stringify(changes)}::jsonb, ${by}, ${at})`.execute(
    tx,
  );
  await sql`
    insert into vitrine.inbox_item (inbox, item_id, state, owner, note, changed_by, changed_at)
    values (${inbox}, ${id}, ${now.state}, ${now.owner}, ${now.note}, ${by}, ${at})
    on conflict (inbox, item_id) do update set state = excluded.state, owner = excluded.owner, note = excluded.note,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(tx);
}
