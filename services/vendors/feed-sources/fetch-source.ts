import type { FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import { nextFeedTime } from '#contracts/vendor/feed-schedule.ts';
import { houseToday } from '#services/platform/clock.ts';
import { hashBody } from '#services/platform/commands/index.ts';
import { isMomentary } from '#services/platform/database/index.ts';
import { FilesUnavailable } from '#services/platform/files/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { isStoreAway } from '#services/platform/stores/index.ts';
import { priceListInForce } from '#services/prices/index.ts';
import { keepFeedFile } from '../feed/feed-files.ts';
import { kindOf, startedRunId, startFeedRun } from '../feed-runs/start-run.ts';
import {
  AWAITING_DECISION,
  changeState,
  decision,
  findRun,
  isOutdated,
  type FeedRun,
  type FeedRunState,
} from '../feed-runs/run-store.ts';
import { waitsNoLonger } from '../feed-runs/waits-no-longer.ts';
import { currentVendor } from '../require-vendor.ts';
import { FeedNotFetched } from './feed-address.ts';
import type { FeedSourceContext } from './feed-source-context.ts';
import { fetchDropped } from './fetch-dropped.ts';
import { fetchHttps, type FetchedFile } from './fetch-https.ts';
import { noteTry, type FeedSource, type TriedSource } from './source-store.ts';
import { notFetchedMail } from './feed-mails.ts';

/** A person who asks for the same file again after one of these wants it read again. */
const NOT_READ: readonly FeedRunState[] = ['DISCARDED', 'TAKEN_BACK', 'FAILED'];

type Came = Pick<TriedSource, 'outcome' | 'reason' | 'read'>;

const NOTHING_NEW: Came = { outcome: 'SAME', reason: null, read: null };

/**
 * Fetches a source that is due, and starts a run of what came unless it is the file that was read last and has nothing
 * more to apply, or comes by the schedule and is older than that one (rule: Feeds by themselves). What came to nothing,
 * for whichever reason, is noted with it, and mailed to the house when it begins to fail. Killed on the way it is due
 * still, and the same file starts the same run. Throws what a store's outage, or what Postgres refuses for the moment,
 * throws: the source is then due still.
 */
export async function fetchSource(
  context: FeedSourceContext,
  source: FeedSource,
  signal: AbortSignal,
): Promise<void> {
  let came: Came | null;
  try {
    if (await isWaitedFor(context, source)) return;
    const file = await fetchFile(context, source, signal);
    came = file && (await readUnlessSame(context, source, file));
  } catch (error) {
    const mayPass = isStoreAway(error) || isMomentary(error);
    if (signal.aborted || (mayPass && !isOfTheSource(error))) throw error;
    came = { outcome: 'FAILED', reason: messageOf(error), read: null };
  }
  if (came) await note(context, source, came);
}

/** Whether a person asked while the former run is taken back: what is read then may differ, so it is left due. */
async function isWaitedFor({ db }: FeedSourceContext, { askedAt, runId }: FeedSource): Promise<boolean> {
  if (askedAt === null || runId === null) return false;
  return (await findRun(db, runId))?.state === 'TAKING_BACK';
}

/** True for what says something of the source, though it may be an outage of where its file is. */
const isOfTheSource = (error: unknown): boolean =>
  error instanceof FeedNotFetched || error instanceof FilesUnavailable || error instanceof Refusal;

async function fetchFile(
  { drops, https, clock }: FeedSourceContext,
  { place, readUntil }: FeedSource,
  signal: AbortSignal,
): Promise<FetchedFile | null> {
  return place.type === 'FOLDER'
    ? fetchDropped(drops, { folder: place.folder, readUntil }, clock())
    : fetchHttps(place.url, https, signal);
}

async function readUnlessSame(
  context: FeedSourceContext,
  { vendorId, kind, askedAt, askedBy, nextAt, readHash, readUntil, runId }: FeedSource,
  { fileName, bytes, dropped }: FetchedFile,
): Promise<Came> {
  // The file that was read last has left the folder: the one before it would undo what that one changed.
  const isOlder = dropped !== undefined && readUntil !== null && dropped.readUntil < readUntil;
  if (isOlder && askedAt === null) return NOTHING_NEW;
  const fileId = await keepFeedFile(context.files, bytes);
  const { columns, conventions, settings } = await currentVendor(context, vendorId);
  const priceList = await priceListOf(context, columns);
  const hashAs = (as: FeedSource['kind']): string =>
    hashBody({ fileId, kind: as, columns, conventions, ...priceList });
  const readAs = kindOf(settings, kind);
  const hash = hashAs(readAs);
  const former = runId === null ? null : await findRun(context.db, runId);
  const due = (askedAt ?? nextAt)?.toISOString() ?? '';
  const actor = askedBy === null ? SCHEDULER : ({ username: askedBy, role: 'administrator' } as const);
  const key = `feed-source ${vendorId} ${due} ${hashBody({ hash, fileName })}`;
  // A process that was killed before it noted its try may have started the run.
  const isBegun = (await findRun(context.db, startedRunId({ actor, key }))) !== null;
  // A file that was read as additions has withdrawn nothing. Hashes of earlier versions have the kind of the source alone.
  const wasRead = former?.kind === readAs && (readHash === hash || readHash === hashAs(kind));
  const isFormerOutdated = former !== null && (await isOutdated(context.db, former));
  const isSame = wasRead && !isFormerOutdated && !(askedAt !== null && NOT_READ.includes(former.state));
  if (isSame && !isBegun && !(runId !== null && (await waitsNoLonger(context, { vendorId, runId }))))
    return NOTHING_NEW;
  const readsAgain = askedAt === null && former?.fileId === fileId && wasAppliedBefore(former);
  const start = { vendorId, fileId, fileName, source: 'SCHEDULE', kind, actor, key, readsAgain } as const;
  const run = await startFeedRun(context, start);
  // After the start: killed in between, the next try finds it outdated still.
  if (isFormerOutdated) {
    const { db, clock } = context;
    await changeState(db, former.id, AWAITING_DECISION, 'DISCARDED', decision(actor, clock()));
  }
  const { readUntil: droppedAt = null, skipped = [] } = dropped ?? {};
  const read = { runId: run.id, readHash: hash, readUntil: droppedAt, skipped };
  return { outcome: 'READ', reason: null, read };
}

/** Whether the file of a run was applied, by this run or by one that it read again. */
const wasAppliedBefore = ({ state, readsAgain }: FeedRun): boolean =>
  readsAgain || state === 'APPLYING' || state === 'APPLIED';

/** What else the costs of the file are made of (rule: Ranges and numbers). */
async function priceListOf(
  { db, clock, zone }: FeedSourceContext,
  columns: FeedMapping['columns'],
): Promise<{ priceList?: string | null }> {
  if (!columns.some(({ attribute }) => attribute === 'vendorDiscount')) return {};
  return { priceList: await priceListInForce(db, houseToday({ clock, zone })) };
}

const SCHEDULER = { username: 'feed', role: 'system' } as const;

async function note(context: FeedSourceContext, source: FeedSource, came: Came): Promise<void> {
  const { db, clock, zone, sendMail } = context;
  const { schedule, vendorId } = source;
  const triedAt = clock();
  const failed = came.outcome === 'FAILED';
  const failingSince = failed ? (source.failingSince ?? triedAt) : null;
  const nextAt = schedule && new Date(nextFeedTime(schedule, triedAt.toISOString(), zone));
  await db.transaction().execute(async (tx) => {
    if (!(await noteTry(tx, source, { ...came, triedAt, failingSince, nextAt }))) return;
    if (!failed || source.failingSince !== null) return;
    await sendMail(
      notFetchedMail(context, await currentVendor(context, vendorId), came.reason ?? '', triedAt),
      tx,
    );
  });
}
