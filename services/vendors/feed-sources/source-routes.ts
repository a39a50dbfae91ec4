import {
  feedSourceRequest,
  feedSourceResource,
  type FeedSourceResource,
} from '#contracts/api/feed-sources.ts';
import { nextFeedTime } from '#contracts/vendor/feed-schedule.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { callGroup, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { currentVendor } from '../require-vendor.ts';
import { FeedNotFetched, hideSecrets, readFeedAddress, withSecrets } from './feed-address.ts';
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
  const answer = async (vendorId: number): Promise<FeedSourceResource> =>
    wireSource(vendorId, await findSource(db, vendorId), hosts);

  app.get(
    '/api/vendors/:id/feed-source',
    forAdministrators({ summary: "Where a vendor's file comes from by itself", params, response }),
    async ({ params: { id } }) => {
      await requireId(id);
      return answer(id);
    },
  );

  app.put(
    '/api/vendors/:id/feed-source',
    forAdministrators({
      summary: "Set where a vendor's file comes from by itself, and when",
      params,
      body: feedSourceRequest,
      response,
    }),
    async ({ params: { id }, body: { place, kind, schedule }, caller: { actor } }) => {
      await requireId(id);
      const now = clock();
      const nextAt = schedule && new Date(nextFeedTime(schedule, now.toISOString(), zone));
      await db.transaction().execute(async (tx) =>
        saveSource(tx, {
          vendorId: id,
          place: await checkPlace(tx, place, id),
          kind,
          schedule,
          nextAt,
          changedAt: now,
          changedBy: actor.username,
        }),
      );
      return answer(id);
    },
  );

  app.delete(
    '/api/vendors/:id/feed-source',
    forAdministrators({ summary: "A vendor's files are sent by people only", params, response }),
    async ({ params: { id } }) => {
      await requireId(id);
      await removeSource(db, id);
      return answer(id);
    },
  );

  app.post(
    '/api/vendors/:id/feed-source/fetch',
    forAdministrators({ summary: "Fetch a vendor's file now, in the background", params, response }),
    async ({ params: { id }, caller: { actor } }) => {
      await requireId(id);
      if (!(await askForSource(db, id, actor.username, clock())))
        throw new Refusal(409, 'Save where the file comes from first.', { code: 'NO_SOURCE', field: 'id' });
      return answer(id);
    },
  );

  /** The place with its secrets as they are kept. Throws Refusal 422 for an address that is not fetched, 409 for another vendor's folder. */
  async function checkPlace(tx: Db, place: FeedSource['place'], vendorId: number) {
    if (place.type === 'FOLDER') {
      const owner = await ownerOfFolder(tx, place.folder, vendorId);
      if (owner !== null)
        throw new Refusal(409, `The folder ${place.folder} is that of vendor ${owner}: give another one.`, {
          code: 'FOLDER_TAKEN',
          field: 'place.folder',
        });
      return place;
    }
    const kept = await findSource(tx, vendorId);
    try {
      const url = withSecrets(place.url, kept?.place.type === 'HTTPS' ? kept.place.url : null);
      return { type: 'HTTPS', url: readFeedAddress(url, hosts).href } as const;
    } catch (error) {
      if (!(error instanceof FeedNotFetched)) throw error;
      throw new Refusal(422, error.message, { code: 'BAD_ADDRESS', field: 'place.url' });
    }
  }
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
  };
}

const shownPlace = (place: FeedSource['place']): FeedSource['place'] =>
  place.type === 'HTTPS' ? { type: 'HTTPS', url: hideSecrets(place.url) } : place;
