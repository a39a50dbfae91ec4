import { randomUUID } from 'node:crypto';
import { stopsTheRun, type FeedRunResource, type WireFeedProblem } from '#contracts/api/vendor-feeds.ts';
import type { Actor } from '#contracts/events/index.ts';
import type { FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import { UnreadableFeed } from '../feed/feed-attributes.ts';
import { keepFeedFile } from '../feed/feed-files.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { outcomeCounts, rowProblems, type RowOutcome } from './row-store.ts';
import { applyFeedRun } from './apply-run.ts';
import { discardFeedRun } from './discard-run.ts';
import { startFeedRun } from './start-run.ts';
import type { FeedRun } from './run-store.ts';

export type ReadFeed = {
  vendorId: number;
  fileName: string;
  bytes: Uint8Array;
  /** Undefined: the vendor's own. */
  mapping?: FeedMapping | undefined;
  kind: FeedRunResource['kind'];
  /** Only classifies, then discards the run. */
  dryRun: boolean;
  /** Confirms every hold. */
  confirm: boolean;
  actor: Actor;
};

/** The result of reading a feed: the run, what it wrote, and the faults of the file. */
export type FeedReport = {
  run: FeedRun;
  outcomes: Readonly<Partial<Record<RowOutcome, number>>>;
  problems: readonly WireFeedProblem[];
};

/**
 * Keeps a file, classifies it and applies it, unless a guard holds it (rule: Held feeds) or nothing of it can be used.
 * Throws UnreadableFeed for a file that cannot be read, and what startFeedRun throws, with nothing changed.
 * @param settled returns a run when the job has done its step
 */
export async function readFeed(
  context: FeedRunContext,
  { bytes, dryRun, confirm, actor, ...input }: ReadFeed,
  settled: (id: string) => Promise<FeedRun>,
): Promise<FeedReport> {
  const { db } = context;
  const fileId = await keepFeedFile(context.files, bytes);
  const start = { ...input, fileId, source: 'COMMAND_LINE', actor, key: randomUUID() } as const;
  const { id } = await startFeedRun(context, start);
  let run = await settled(id);
  if (run.state === 'FAILED') throw new UnreadableFeed(run.failure ?? 'The file cannot be read.');
  const held = run.holds.some(stopsTheRun) && !confirm;
  const noneUsable = run.rows !== 0 && run.rows === run.reported;
  if (dryRun || noneUsable) run = await discardFeedRun(context, id, actor);
  else if (!held) {
    await applyFeedRun(context, id, {
      actor,
      confirmed: confirm ? run.holds.map(({ reason }) => reason) : [],
    });
    run = await settled(id);
  }
  return { run, outcomes: await outcomeCounts(db, id), problems: await rowProblems(db, id) };
}
