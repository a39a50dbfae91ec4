import type { FeedRunResource } from '#contracts/api/vendor-feeds.ts';
import type { Actor, VendorSettings } from '#contracts/events/index.ts';
import type { FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import { deriveId, hashBody, oncePerKey } from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { currentVendor } from '../require-vendor.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { requireRun } from './require-run.ts';
import { findRun, insertRun, type FeedRun } from './run-store.ts';

export type StartFeedRun = Pick<FeedRunResource, 'vendorId' | 'fileId' | 'fileName' | 'source'> & {
  /** What the file is marked as; of a vendor that is marked 'additions only' each file is (rule: Full feeds). */
  kind: FeedRunResource['kind'];
  actor: Actor;
  /** The `Idempotency-Key`: the same one starts one run. */
  key: string;
  /** The vendor's own mapping when undefined. */
  mapping?: FeedMapping | undefined;
  /** Whether the schedule reads a file anew that was applied before; not, when undefined. */
  readsAgain?: boolean | undefined;
};

/** What a file of the vendor is read as, by how it is marked (rule: Full feeds). */
export const kindOf = (
  { additionsOnly }: Pick<VendorSettings, 'additionsOnly'>,
  kind: StartFeedRun['kind'],
): StartFeedRun['kind'] => (additionsOnly ? 'ADDITIONS' : kind);

/** The id of the run that is started, or was, under a person's key. */
export const startedRunId = ({ actor, key }: Pick<StartFeedRun, 'actor' | 'key'>): string =>
  deriveId('feed-run', actor.username, key);

/**
 * Puts the reading of a kept file in the queue, with the vendor's current mapping, and returns the run; it applies
 * nothing. Throws Refusal 404 for an unknown vendor, 422 for one without a mapping, 409 when the key was used for
 * another request (rule: Repeated commands).
 */
export async function startFeedRun(context: FeedRunContext, start: StartFeedRun): Promise<FeedRun> {
  // What is known of the file by now makes the same request no other.
  const { actor, key, readsAgain: _, ...asked } = start;
  const id = startedRunId(start);
  return oncePerKey(context, { commandId: id, bodyHash: hashBody(asked) }, async () => {
    return (await findRun(context.db, id)) ?? queueRun(context, id, start);
  });
}

async function queueRun(context: FeedRunContext, id: string, start: StartFeedRun): Promise<FeedRun> {
  const { vendorId, fileId, fileName, source, kind, actor } = start;
  const { columns, conventions, settings } = await currentVendor(context, vendorId);
  const mapping = start.mapping ?? { columns, conventions };
  if (mapping.columns.length === 0)
    throw new Refusal(422, 'Map the vendor’s columns first: without a mapping its file cannot be read.', {
      code: 'NO_MAPPING',
      field: 'vendorId',
    });
  await insertRun(context.db, {
    id,
    vendorId,
    fileId,
    fileName,
    source,
    kind: kindOf(settings, kind),
    requestedBy: actor.username,
    requestedRole: actor.role,
    requestedAt: context.clock(),
    mapping,
    readsAgain: start.readsAgain ?? false,
  });
  return requireRun(context, id);
}
