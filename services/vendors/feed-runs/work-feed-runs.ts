import { judgementOf } from '#contracts/vendor/stock-judgements.ts';
import { FilesUnavailable } from '#services/platform/files/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { workInTurn, type JobTools } from '#services/platform/jobs/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { UnreadableFeed } from '../feed/feed-attributes.ts';
import { readKnownStock } from '../feed/known-stock.ts';
import {
  recordFeedRead,
  recordFeedTakenBack,
  recordMissing,
  recordTakenBack,
  type StockWriting,
} from '../feed/record-feed.ts';
import { judgementsOf, judgementsSince, leaveUnlisted } from '../judgements/judge-stock.ts';
import { queueTiers } from '../repricing/queue-repricing.ts';
import { currentVendor } from '../require-vendor.ts';
import { classifyRun } from './classify-run.ts';
import { setDoubtedAside } from './doubt-certificates.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { giveCertificateBack } from './give-way.ts';
import { countClasses, countRows, rowsToWrite, stockNumbersLeftUnlisted, writtenRows } from './row-store.ts';
import { requireRun } from './run-commands.ts';
import { changeState, nextOpenRun, type FeedRun } from './run-store.ts';
import {
  applyRow,
  CLASSES_TO_PREFER,
  CLASSES_TO_WRITE,
  OUTCOMES_TO_UNDO,
  REJECTED,
  SIDE_BY_SIDE,
  throughRows,
  writingOf,
} from './write-rows.ts';

export type WorkFeedRuns = JobTools & { context: FeedRunContext };

/**
 * Classifies, applies and takes back runs of feeds until the signal is aborted, one process at a time. A run that was
 * killed continues where it was, and writes nothing twice (rule: Repeated feeds).
 */
export async function workFeedRuns(options: WorkFeedRuns): Promise<void> {
  const { context } = options;
  await workInTurn(options, { name: 'feed-runs' }, async (held) => {
    const run = await nextOpenRun(context.db);
    if (run) await workOn(context, run, held);
    return run !== null;
  });
}

/**
 * Does the waiting work in this process, and returns a run as it is then: for the holder of the lease, and for tests.
 */
export async function workOff(context: FeedRunContext, id: string): Promise<FeedRun> {
  const { signal } = new AbortController();
  for (let run = await nextOpenRun(context.db); run; run = await nextOpenRun(context.db))
    await workOn(context, run, signal);
  return requireRun(context, id);
}

/** One step of a run. Throws what a store's failure throws: the step is then resumed. */
async function workOn(context: FeedRunContext, run: FeedRun, signal: AbortSignal): Promise<void> {
  switch (run.state) {
    case 'WAITING':
    case 'READING':
      return classifyOrFail(context, run);
    case 'APPLYING':
      return apply(context, run, signal);
    case 'TAKING_BACK':
      return takeBack(context, run, signal);
    default:
      throw new Error(`the feed run ${run.id} is ${run.state}: there is nothing to do`);
  }
}

/** A faulty file stays faulty: the run ends with the reason, and the next ones continue. */
async function classifyOrFail(context: FeedRunContext, run: FeedRun): Promise<void> {
  try {
    await classifyRun(context, run);
  } catch (error) {
    const isOfTheFile = error instanceof UnreadableFeed || (error instanceof Refusal && error.status !== 503);
    if (!isOfTheFile || error instanceof FilesUnavailable) throw error;
    await changeState(context.db, run.id, ['WAITING', 'READING'], 'FAILED', {
      failure: error.message,
      finishedAt: context.clock(),
    });
  }
}

async function apply(context: FeedRunContext, run: FeedRun, signal: AbortSignal): Promise<void> {
  const { db, clock } = context;
  const { id, vendorId, fileHash } = run;
  const writing = await writingOf(context, run, id);
  const { autoWhitelist } = (await currentVendor(context, vendorId)).settings;
  const judgements = await judgementsOf(context, vendorId);
  // Another vendor's run may have been applied a moment ago.
  const { newElsewhere } = await readKnownStock(context, vendorId);
  const rowWriting = { writing, judgements, autoWhitelist, withdraws: run.withdraws, newElsewhere };
  const ended = await throughRows(
    context,
    id,
    signal,
    async (after, limit) => {
      const rows = await rowsToWrite(db, id, CLASSES_TO_WRITE, after, limit);
      return setDoubtedAside(context, run, rows, newElsewhere);
    },
    (row) => applyRow(context, rowWriting, row),
  );
  if (!ended || fileHash === null) return;
  await applyJudgedMeanwhile(context, run, writing);
  const unlisted = await stockNumbersLeftUnlisted(db, id);
  await leaveUnlisted(context, writing.command, vendorId, unlisted);
  const changed = await countRows(db, id, { outcomes: OUTCOMES_TO_UNDO });
  const reported = run.reported ?? 0;
  const rows = run.rows ?? 0;
  await recordFeedRead(context, writing, { fileHash, rows, listed: rows - reported, reported }, changed > 0);
  const counts = await countClasses(db, id);
  await changeState(db, id, ['APPLYING'], 'APPLIED', { counts, finishedAt: clock() });
}

/**
 * A judgement that came while the rows were written counts too: its own event may have found the parcel before the run
 * listed it (rule: Accept and reject). What was accepted, that event lists.
 */
async function applyJudgedMeanwhile(
  context: FeedRunContext,
  { id, vendorId, decidedAt }: FeedRun,
  writing: StockWriting,
): Promise<void> {
  const given = await judgementsSince(context, vendorId, decidedAt ?? context.clock());
  if (given.length === 0) return;
  const { dxPrefix } = (await currentVendor(context, vendorId)).settings;
  const judgements = await judgementsOf(context, vendorId);
  const stockNumbers = [...new Set(given.map(({ vendorStockId }) => vendorStockId))];
  const rejected = stockNumbers.filter((number) => judgementOf(judgements, number).status === 'REJECTED');
  const cause = `${id} judged`;
  await inParallel(rejected, SIDE_BY_SIDE, (number) =>
    recordMissing(context, { ...writing, cause }, dxPrefix + number, REJECTED),
  );
  await queueTiers(context.db, {
    id: cause,
    vendorId,
    dueAt: writing.at,
    parcels: given.flatMap(({ vendorStockId, overrideTier }) =>
      overrideTier === undefined ? [] : [dxPrefix + vendorStockId],
    ),
  });
}

async function takeBack(context: FeedRunContext, run: FeedRun, signal: AbortSignal): Promise<void> {
  const { db, clock } = context;
  const { id, fileHash, formerFeed } = run;
  const writing = await writingOf(context, run, `${id} taken back`);
  const ended = await throughRows(
    context,
    id,
    signal,
    (after, limit) => writtenRows(db, id, OUTCOMES_TO_UNDO, after, limit),
    async ({ class: stockClass, parcelName, known, offer, outcome }) => {
      const feed = { before: known, offer: outcome === 'withdrawn' ? null : offer };
      if (parcelName !== null) await recordTakenBack(context, writing, parcelName, feed);
      const wasPreferred = outcome !== 'withdrawn' && CLASSES_TO_PREFER.includes(stockClass);
      if (offer && wasPreferred) await giveCertificateBack(context, writing, offer, run.appliedAt ?? clock());
      return 'taken back';
    },
  );
  if (!ended) return;
  if (fileHash !== null) await recordFeedTakenBack(context, writing, fileHash, formerFeed);
  await changeState(db, id, ['TAKING_BACK'], 'TAKEN_BACK', { finishedAt: clock() });
}
