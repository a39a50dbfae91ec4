import { HOUR_MS } from '#contracts/vocabulary/house-time.ts';
import { judgementOf } from '#contracts/vendor/stock-judgements.ts';
import { againAt } from '#services/platform/backoff.ts';
import { attemptJob, workInTurn, type JobTools, type Working } from '#services/platform/jobs/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { isInterruption, isStoreAway } from '#services/platform/stores/index.ts';
import { UnreadableFeed } from '../feed/feed-attributes.ts';
import { readNewElsewhere } from '../feed/known-stock.ts';
import { recordFeedRead, recordFeedTakenBack, recordTakenBack } from '../feed/record-feed.ts';
import { judgementsOf } from '../judgements/judge-stock.ts';
import { forgetLeftUnlisted, leaveUnlisted } from '../judgements/left-unlisted.ts';
import { queueChangedMeanwhile } from '../repricing/queue-repricing.ts';
import { currentVendor } from '../require-vendor.ts';
import { classifyRun } from './classify-run.ts';
import { listedElsewhere, setDoubtedAside } from './doubt-certificates.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { giveCertificateBack } from './give-way.ts';
import { applyJudgedMeanwhile, withdrawRejectedMeanwhile } from './judged-meanwhile.ts';
import { countClasses, countRows, rowsToWrite, stockNumbersLeftUnlisted, writtenRows } from './row-store.ts';
import { changeState, hasSentFull, lockRun, nextOpenRun, putOff, type FeedRun } from './run-store.ts';
import {
  applyRow,
  CLASSES_TO_PREFER,
  CLASSES_TO_WRITE,
  OUTCOMES_TO_UNDO,
  throughRows,
  writingOf,
} from './write-rows.ts';

export type WorkFeedRuns = JobTools & { context: FeedRunContext };

const AGAIN_AFTER = { firstMs: 5_000, longestMs: HOUR_MS };

/**
 * Classifies, applies and takes back runs of feeds until the signal is aborted, one process at a time. A run that was
 * killed continues where it was, and writes nothing twice (rule: Repeated feeds).
 */
export async function workFeedRuns(options: WorkFeedRuns): Promise<void> {
  const { context } = options;
  await workInTurn(options, { name: 'feed-runs', lookEveryMs: AGAIN_AFTER.firstMs }, async (held) => {
    const run = await nextOpenRun(context);
    if (run) await workOnOrPutOff(options, run, held);
    return run !== null;
  });
}

/**
 * A run whose step fails though the stores answer is put off: the others have their turn, and then it is tried again.
 * What Postgres refused for the moment does not count.
 */
async function workOnOrPutOff(
  { context, log, signal }: WorkFeedRuns,
  run: FeedRun,
  held: AbortSignal,
): Promise<void> {
  try {
    await workOn(context, run, { held, signal });
  } catch (error) {
    if (held.aborted || isStoreAway(error)) throw error;
    const failure = messageOf(error);
    log.warn(`the feed run ${run.id} failed and is tried again: ${failure}`);
    const attempts = run.attempts + (isInterruption(error) ? 0 : 1);
    await putOff(context.db, run.id, {
      attempts,
      againAt: againAt(context.clock(), run.attempts + 1, AGAIN_AFTER),
      failure,
    });
  }
}

/** One step of a run. Throws what a store's failure throws: the step is then resumed. */
export async function workOn(context: FeedRunContext, run: FeedRun, working: Working): Promise<void> {
  switch (run.state) {
    case 'WAITING':
    case 'READING':
      return classifyOrFail(context, run, working);
    case 'APPLYING':
      return apply(context, run, working.held);
    case 'TAKING_BACK':
      return takeBack(context, run, working.held);
    default:
      throw new Error(`the feed run ${run.id} is ${run.state}: there is nothing to do`);
  }
}

/**
 * A faulty file stays faulty: the run ends with the reason, and the next ones continue. So it does when the reading is
 * given up; what people have decided is tried until it is done.
 */
function classifyOrFail(context: FeedRunContext, run: FeedRun, working: Working): Promise<void> {
  const { db, clock } = context;
  return attemptJob(
    { db, table: 'vitrine.feed_run', job: run },
    working,
    () => classifyRun(context, run),
    async (failure = 'The process that reads the file ended each time.') => {
      await changeState(db, run.id, ['WAITING', 'READING'], 'FAILED', { failure, finishedAt: clock() });
    },
    (error) => error instanceof UnreadableFeed || error instanceof Refusal,
  );
}

async function apply(context: FeedRunContext, run: FeedRun, signal: AbortSignal): Promise<void> {
  const { db, clock } = context;
  const { id, vendorId, fileHash } = run;
  const writing = await writingOf(context, run, id);
  const { autoWhitelist } = (await currentVendor(context, vendorId)).settings;
  const judgements = await judgementsOf(context, vendorId);
  // Another vendor's run may have been applied a moment ago.
  const newElsewhere = await readNewElsewhere(context, vendorId);
  const rowWriting = { writing, judgements, autoWhitelist, withdraws: run.withdraws, newElsewhere };
  const ended = await throughRows(
    context,
    id,
    signal,
    async (after, limit) => {
      const rows = await rowsToWrite(db, id, CLASSES_TO_WRITE, after, limit);
      return setDoubtedAside(context, run, rows, rowWriting);
    },
    (row) => applyRow(context, rowWriting, row),
  );
  if (!ended || fileHash === null) return;
  await applyJudgedMeanwhile(context, run, rowWriting);
  await queueChangedMeanwhile(context, writing);
  const unlisted = await stockNumbersLeftUnlisted(db, id);
  await leaveUnlisted(context, writing.command, vendorId, unlisted);
  const changed = await countRows(db, id, { outcomes: OUTCOMES_TO_UNDO });
  const reported = run.reported ?? 0;
  const rows = run.rows ?? 0;
  const read = { fileHash, rows, listed: rows - reported, reported };
  const { kind, readsAgain } = run;
  const byItself = run.source === 'SCHEDULE' && run.requestedRole === 'system';
  const feed = { kind, hasSentFull: await hasSentFull(db, vendorId), readsAgain, byItself, ...read };
  await recordFeedRead(context, writing, feed, changed > 0);
  await db.transaction().execute(async (tx) => {
    await lockRun(tx, id);
    const counts = await countClasses(tx, id);
    await changeState(tx, id, ['APPLYING'], 'APPLIED', { counts, finishedAt: clock() });
  });
}

async function takeBack(context: FeedRunContext, run: FeedRun, signal: AbortSignal): Promise<void> {
  const { db, clock } = context;
  const { id, vendorId, fileHash, formerFeed } = run;
  const writing = await writingOf(context, run, `${id} taken back`);
  const judgements = await judgementsOf(context, vendorId);
  const newElsewhere = await readNewElsewhere(context, vendorId);
  const since = run.appliedAt ?? clock();
  const staying = new Set<string>();
  const ended = await throughRows(
    context,
    id,
    signal,
    async (after, limit) => {
      const rows = await writtenRows(db, id, OUTCOMES_TO_UNDO, after, limit);
      for (const row of await listedElsewhere(context, vendorId, rows, newElsewhere)) staying.add(row);
      return rows;
    },
    async ({ id: row, vendorStockId, class: stockClass, parcelName, known, offer, outcome }) => {
      const isRejected = judgementOf(judgements, vendorStockId ?? '').status === 'REJECTED';
      const mayReturn = !isRejected && !staying.has(row);
      const feed = { before: known, offer: outcome === 'withdrawn' ? null : offer, mayReturn };
      if (parcelName !== null) await recordTakenBack(context, writing, parcelName, feed);
      const wasPreferred = outcome !== 'withdrawn' && CLASSES_TO_PREFER.includes(stockClass);
      if (offer && wasPreferred) await giveCertificateBack(context, writing, offer, { since, newElsewhere });
      return 'taken back';
    },
  );
  if (!ended) return;
  await withdrawRejectedMeanwhile(context, run, writing);
  // What it sets back to is of the time at which it was classified.
  await queueChangedMeanwhile(context, { ...writing, at: run.requestedAt.toISOString() });
  const read = { id, rows: run.rows ?? 0, appliedAt: since };
  await forgetLeftUnlisted(context, writing.command, vendorId, read);
  if (fileHash !== null) await recordFeedTakenBack(context, writing, fileHash, formerFeed);
  await changeState(db, id, ['TAKING_BACK'], 'TAKEN_BACK', { finishedAt: clock() });
}
