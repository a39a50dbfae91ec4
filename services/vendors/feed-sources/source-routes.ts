import { isDeepStrictEqual } from 'node:util';
import {
  feedSourceRequest,
  feedSourceResource,
  type FeedSourceResource,
} from '#contracts/api/feed-sources.ts';
import { nextFeedTime } from '#contracts/vendor/feed-schedule.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { lockName, type Db } from '#services/platform/database/index.ts';
import { callGroup, ifMatch, sendVersion, type AnyReply, type App } from '#services/platform/http/index.ts';
import { changedMeanwhile, Refusal } from '#services/platform/refusal.ts';
import { currentVendor } from '../require-vendor.ts';
import { FeedNotFetched, hideSecrets, isKeptAddress, readFeedAddress, withSecrets } from './feed-address.ts';
import {
  askForSource,
  findSource,
  ownerOfFolder,
  removeSource,
  saveSource,
  type FeedSource,
} from './source-store.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['vendors'] });

const response = { 200: feedSourceResource };
const params = rowParams;

/** Where a vendor's file comes from by itself (rule: Feeds by themselves); for administrators. */
export function registerFeedSourceRoutes(app: App, context: CommandContext, hosts: readonly string[]): void {
  const { db, clock, zone } = context;
  const requireId = async (vendorId: number): Promise<void> => {
    await currentVendor(context, vendorId);
  };
  const answer = async (reply: AnyReply, vendorId: number): Promise<FeedSourceResource> => {
    const source = wireSource(vendorId, await findSource(db, vendorId), hosts);
    sendVersion(reply, source.version);
    return source;
  };

  app.get(
    '/api/vendors/:id/feed-source',
    forAdministrators({ summary: "Where a vendor's file comes from by itself", params, response }),
    async ({ params: { id } }, reply) => {
      await requireId(id);
      return answer(reply, id);
    },
  );

  app.put(
    '/api/vendors/:id/feed-source',
    forAdministrators({
      summary:
        "Set where a vendor's file comes from by itself, and when; If-Match refuses what somebody else has changed meanwhile",
      params,
      body: feedSourceRequest,
      response,
    }),
    async (request, reply) => {
      const { id } = request.params;
      const { place, kind, schedule } = request.body;
      await requireId(id);
      const now = clock();
      const nextAt = schedule && new Date(nextFeedTime(schedule, now.toISOString(), zone));
      await db.transaction().execute(async (tx) => {
        const kept = await lockedSource(tx, id);
        // First of all: what else is wrong with it may be wrong only because the page is out of date.
        refuseChanged(kept, ifMatch(request), request.body);
        await saveSource(tx, {
          vendorId: id,
          place: await checkPlace(tx, place, id, kept),
          kind,
          schedule,
          nextAt,
          changedAt: now,
          changedBy: request.caller.user.username,
        });
      });
      return answer(reply, id);
    },
  );

  app.delete(
    '/api/vendors/:id/feed-source',
    forAdministrators({
      summary:
        "A vendor's files are sent by people only; If-Match refuses what somebody else has changed meanwhile",
      params,
      response,
    }),
    async (request, reply) => {
      const { id } = request.params;
      await requireId(id);
      await db.transaction().execute(async (tx) => {
        const kept = await lockedSource(tx, id);
        if (kept) refuseChanged(kept, ifMatch(request));
        await removeSource(tx, id);
      });
      return answer(reply, id);
    },
  );

  app.post(
    '/api/vendors/:id/feed-source/fetch',
    forAdministrators({ summary: "Fetch a vendor's file now, in the background", params, response }),
    async ({ params: { id }, caller: { actor } }, reply) => {
      await requireId(id);
      if (!(await askForSource(db, id, actor.username, clock())))
        throw new Refusal(409, 'Save where the file comes from first.', { code: 'NO_SOURCE', field: 'id' });
      return answer(reply, id);
    },
  );

  /** The place with its secrets as they are kept. Throws Refusal 422 for an address that is not fetched, 409 for another vendor's folder. */
  async function checkPlace(
    tx: Db,
    place: FeedSource['place'],
    vendorId: number,
    kept: FeedSource | null,
  ): Promise<FeedSource['place']> {
    if (place.type === 'FOLDER') {
      const owner = await ownerOfFolder(tx, place.folder, vendorId);
      if (owner !== null)
        throw new Refusal(409, `The folder ${place.folder} belongs to vendor ${owner}: give another one.`, {
          code: 'FOLDER_TAKEN',
          field: 'place.folder',
        });
      return place;
    }
    try {
      const url = withSecrets(place.url, kept?.place.type === 'HTTPS' ? kept.place.url : null);
      return { type: 'HTTPS', url: readFeedAddress(url, hosts).href };
    } catch (error) {
      if (!(error instanceof FeedNotFetched)) throw error;
      throw new Refusal(422, error.message, { code: 'BAD_ADDRESS', field: 'place.url' });
    }
  }
}

/** A vendor's source, which changes by no other hand until the transaction ends. */
async function lockedSource(tx: Db, vendorId: number): Promise<FeedSource | null> {
  await lockName(tx, `vitrine feed source ${vendorId}`);
  return findSource(tx, vendorId);
}

const versionOf = (source: FeedSource | null): string => String(source?.changedAt.getTime() ?? 0);

type AskedSource = Pick<FeedSource, 'place' | 'kind' | 'schedule'>;

/** Whether a source is what is asked for, also where its place was sent as it is shown. */
function stands(kept: AskedSource, { place, kind, schedule }: AskedSource): boolean {
  const isPlace =
    place.type === 'HTTPS' && kept.place.type === 'HTTPS'
      ? isKeptAddress(place.url, kept.place.url)
      : isDeepStrictEqual(place, kept.place);
  return isPlace && kind === kept.kind && isDeepStrictEqual(schedule, kept.schedule);
}

/** Throws Refusal 409 when it is not the version that was read, unless it is what is `asked` for already. */
function refuseChanged(kept: FeedSource | null, expectedVersion: string | null, asked?: AskedSource): void {
  if (expectedVersion === null || expectedVersion === versionOf(kept)) return;
  if (kept && asked && stands(kept, asked)) return;
  throw changedMeanwhile(kept?.changedBy, 'feed source');
}

function wireSource(
  vendorId: number,
  source: FeedSource | null,
  hosts: readonly string[],
): FeedSourceResource {
  const at = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;
  return {
    vendorId,
    place: source && shownPlace(source.place),
    kind: source?.kind ?? 'FULL',
    schedule: source?.schedule ?? null,
    nextAt: at(source?.nextAt),
    asked: Boolean(source?.askedAt),
    lastTriedAt: at(source?.lastTriedAt),
    outcome: source?.outcome ?? null,
    reason: source?.reason ?? null,
    runId: source?.runId ?? null,
    skipped: source?.skipped ?? [],
    allowedHosts: [...hosts],
    version: versionOf(source),
  };
}

const shownPlace = (place: FeedSource['place']): FeedSource['place'] =>
  place.type === 'HTTPS' ? { type: 'HTTPS', url: hideSecrets(place.url) } : place;
