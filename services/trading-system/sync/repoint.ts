import { sql } from 'kysely';
import { z } from 'zod';
import type { InboxStep, RepointRequest } from '#contracts/api/inboxes.ts';
import type { SuspenseRetryReply } from '#contracts/api/back-office.ts';
import { isTradingInstance } from '#contracts/trading-system/wire.ts';
import { itemOf, lockItem, noteStep } from '#services/inboxes/index.ts';
import { notedOnce, type Key, type Noting } from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { retrySuspended } from './retry-suspense.ts';
import { listId, oneSettlesAtATime, waitingDocument } from './sync-store.ts';
import type { SettleDeps } from './sync-instance.ts';

const FIELDS = ['parcelName', 'accountCode'] as const;
const repointed = z.object({ id: z.string() });

/**
 * Lets a suspended document name another parcel or account than the trading system wrote, notes who did it and why, and
 * tries it again (rule: Suspense). What it named before stays in the note. Repeated under its key it only tries it again.
 * Throws Refusal 404 for a document that does not wait, 422 for a step that changes nothing, 409 when it was recorded
 * before its turn came, or the key was used with another body.
 */
export async function repointSuspended(
  deps: SettleDeps,
  id: string,
  asked: RepointRequest,
  { by, key }: { by: string; key: Key },
): Promise<SuspenseRetryReply> {
  await notedOnce(deps, key, repointed, async (noting) => {
    await repoint(deps, id, asked, by, noting);
    return { id };
  });
  return retrySuspended(deps, id);
}

async function repoint(
  deps: SettleDeps,
  id: string,
  { note: why, ...named }: RepointRequest,
  by: string,
  { note, noted }: Noting<z.infer<typeof repointed>>,
): Promise<void> {
  const found = await waitingDocument(deps.db, id);
  if (!found || !isTradingInstance(found.instance)) {
    if (await noted(deps.db)) return;
    throw new Refusal(404, `There is no document ${id} in suspense.`, { code: 'UNKNOWN_DOCUMENT' });
  }
  // A sync that tries it now ends first; the next one reads what it names then.
  await oneSettlesAtATime(deps.db, found.instance, () =>
    deps.db.transaction().execute(async (tx) => {
      await lockItem(tx, 'SUSPENSE', id);
      // Sent twice under its key at once: the first has carried it out.
      if (await noted(tx)) return;
      const waiting = await waitingDocument(tx, id);
      if (!waiting)
        throw new Refusal(
          409,
          'It is no longer waiting: it, or a later version of it, was recorded meanwhile.',
          {
            code: 'CHANGED_MEANWHILE',
          },
        );
      const before: Record<string, unknown> = Object(waiting.document);
      const changes: InboxStep['changes'] = FIELDS.flatMap((field) => {
        const [from, to] = [before[field], named[field]];
        return to === undefined || to === from
          ? []
          : [{ field, from: typeof from === 'string' ? from : '', to }];
      });
      if (changes.length === 0)
        throw new Refusal(422, 'Give a different parcel or account.', { field: 'parcelName' });
      const document = { ...before, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) };
      await sql`
        update vitrine.suspense_document set document = ${JSON.stringify(document)}
        where ${listId} = ${id}`.execute(tx);
      const { state, owner } = await itemOf(tx, 'SUSPENSE', id);
      const step = { action: 'REPOINT' as const, owner: null, note: why, changes, by, at: deps.clock() };
      await noteStep(tx, 'SUSPENSE', id, step, { state, owner, note: why });
      await note(tx, { id });
    }),
  );
}
