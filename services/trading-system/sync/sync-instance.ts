import { inPortions } from '#contracts/vocabulary/in-portions.ts';
import type { InstanceReport } from './instance-report.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { PeerFailure, type TradingSystem } from '../peer.ts';
import {
  readDocument,
  type DocumentIdentity,
  type ReadDocument,
  type TradingInstance,
} from '#contracts/trading-system/wire.ts';
import {
  keyOf,
  settleDocument,
  waiting,
  type Ledgers,
  type Settled,
  type Whereabouts,
} from './settle-document.ts';
import { independentGroups } from './independent-groups.ts';
import {
  anySuspended,
  cursorOf,
  keepOutcomes,
  noteEnd,
  oneSettlesAtATime,
  stillWaiting,
  waitingIds,
  whereaboutsOf,
  type Outcome,
} from './sync-store.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { Refusal } from '#services/platform/refusal.ts';

export type SettleDeps = Ledgers & { db: Db; clock: Clock };
export type SyncDeps = SettleDeps & { peer: TradingSystem; events: Pick<EventStore, 'headPosition'> };

/**
 * What the one who syncs an instance knows since its last pass, so that a pass that finds nothing asks and writes nothing.
 * Empty for one that knows nothing, and again after a pass that failed.
 */
export type KnownOfInstance = {
  /** Its cursor; null before its first document. */
  cursor?: string | null;
  /**
   * When the documents in suspense were tried, in milliseconds, and where the log ended: what is recorded later may settle
   * one. `none`: there were none.
   */
  tried?: { head: bigint; at: number } | 'none';
  /** When the instance's good health was last written down, in milliseconds. */
  notedAt?: number;
};

/** The age of the last good pass, which figures and screens show, is as exact as this. */
const NOTE_EVERY_MS = 30_000;
/** Though nothing was recorded: the read models that settle a document may have been behind the log. */
const TRY_EVERY_MS = 30_000;

/** One sync by itself reads at most this many pages; the next goes on where it ended. */
const PAGES = 500;
/** Of one that is asked for: more are no end of a log. */
const MOST_PAGES = 100_000;
/** Documents in suspense that a pass tries again. */
const WAITING_PER_PASS = 500;
/** How many times more are tried by a pass that a person asks for. */
const PORTIONS_WHEN_ASKED = 20;
const SIDE_BY_SIDE = 8;

/** `isAskedFor`: by a person; it reads every page, and all that is in suspense is tried again, not a part of it. */
export type SyncPass = {
  signal?: AbortSignal | undefined;
  known?: KnownOfInstance;
  isAskedFor?: boolean;
  /** What the tests shorten. */
  mostPages?: number;
};

/**
 * Reads an instance's documents after its cursor and records each, or suspends it (rule: Sync; rule:
 * Suspense). The cursor moves page by page, each in the transaction that stores the outcome of the page's
 * documents, and never past a page that cannot be used; killed at any point, the page is read again, and
 * nothing is applied twice. `known` is read and brought up to date. Never throws: what goes wrong on either side is the report's `failed`.
 */
export async function syncInstance(
  deps: SyncDeps,
  instance: TradingInstance,
  { signal, known = {}, isAskedFor = false, mostPages = isAskedFor ? MOST_PAGES : PAGES }: SyncPass = {},
): Promise<InstanceReport> {
  const report: InstanceReport = { instance, read: 0, recorded: 0, already: 0, suspended: 0, resolved: 0 };
  try {
    const portions = isAskedFor ? PORTIONS_WHEN_ASKED : 1;
    await retryWaiting(deps, instance, report, { known, portions, signal });
    const atTheEnd = await readPages(deps, instance, report, { known, mostPages, signal });
    const now = deps.clock();
    if (report.read === 0 && now.getTime() - (known.notedAt ?? -Infinity) < NOTE_EVERY_MS) return report;
    await noteEnd(deps.db, instance, { failure: null, readAt: atTheEnd ? now : null, now });
    known.notedAt = now.getTime();
  } catch (error) {
    delete known.cursor;
    delete known.tried;
    delete known.notedAt;
    report.failed =
      error instanceof PeerFailure
        ? `trading system: ${error.message}`
        : error instanceof Error
          ? error.message
          : String(error);
    if (!signal?.aborted) await noteFailure(deps, report.failed, instance, report);
  }
  return report;
}

async function noteFailure(
  { db, clock }: SyncDeps,
  failure: string,
  instance: TradingInstance,
  report: InstanceReport,
): Promise<void> {
  try {
    await noteEnd(db, instance, { failure, readAt: null, now: clock() });
  } catch (error) {
    report.failed = `${failure}; and this could not be noted: ${messageOf(error)}`;
  }
}

async function retryWaiting(
  deps: SyncDeps,
  instance: TradingInstance,
  report: InstanceReport,
  { known, portions, signal }: { known: KnownOfInstance; portions: number; signal: AbortSignal | undefined },
): Promise<void> {
  if (known.tried === 'none') return;
  const head = await deps.events.headPosition();
  const now = deps.clock().getTime();
  if (known.tried?.head === head && now - known.tried.at < TRY_EVERY_MS) return;
  const ids = await waitingIds(deps.db, instance, portions * WAITING_PER_PASS);
  for (const portion of inPortions(ids, WAITING_PER_PASS)) {
    const outcomes = await settleWaiting(deps, instance, portion, { signal });
    report.resolved += outcomes.filter(({ suspended }) => suspended === null).length;
  }
  // A dismissed one may be reopened.
  const none = ids.length === 0 && !(await anySuspended(deps.db, instance));
  known.tried = none ? 'none' : { head, at: now };
}

/**
 * Tries documents of the suspense list again, by their ids there, and gives what became of those that still waited; what
 * waits on gives its reason. Of those that a person has dismissed only where `evenDismissed` is set.
 */
export async function settleWaiting(
  deps: SettleDeps,
  instance: TradingInstance,
  ids: readonly string[],
  { signal, evenDismissed = false }: { signal?: AbortSignal | undefined; evenDismissed?: boolean } = {},
): Promise<Outcome[]> {
  if (ids.length === 0) return [];
  return oneSettlesAtATime(deps.db, instance, async () => {
    // Only now: a person may have re-pointed one, or another process recorded it, while this one waited for its turn.
    const documents = await stillWaiting(deps.db, instance, ids, evenDismissed);
    const outcomes = await settleAll(deps, instance, documents.map(usable), () => undefined, signal);
    await keepOutcomes(deps.db, instance, outcomes, deps.clock());
    return outcomes;
  });
}

/** True when it came to the last document; false when more may be left after so many pages. */
async function readPages(
  deps: SyncDeps,
  instance: TradingInstance,
  report: InstanceReport,
  {
    known,
    mostPages,
    signal,
  }: { known: KnownOfInstance; mostPages: number; signal: AbortSignal | undefined },
): Promise<boolean> {
  let cursor = known.cursor === undefined ? await cursorOf(deps.db, instance) : known.cursor;
  known.cursor = cursor;
  const passed = new Set([cursor]);
  for (let pages = 0; pages < mostPages; pages++) {
    signal?.throwIfAborted();
    const page = await deps.peer.documentsAfter(instance, cursor, signal);
    if (page.documents.length === 0) return true;
    if (page.cursor === cursor)
      throw new PeerFailure(`it sent documents after the cursor ${cursor}, but the cursor did not move`);
    if (passed.has(page.cursor)) throw new PeerFailure(`it sent the cursor ${page.cursor} a second time`);
    passed.add(page.cursor);
    // All are looked at before the first is recorded: a page with rubbish on it is left whole.
    const documents = page.documents.map(usable);
    const move = { from: cursor, to: page.cursor };
    await oneSettlesAtATime(deps.db, instance, async () => {
      const outcomes = await settleAll(
        deps,
        instance,
        documents,
        (outcome) => count(report, outcome),
        signal,
      );
      await keepOutcomes(deps.db, instance, outcomes, deps.clock(), move);
    });
    cursor = page.cursor;
    known.cursor = cursor;
    if (report.suspended > 0) delete known.tried;
  }
  return false;
}

type Usable = { raw: unknown; identity: DocumentIdentity; read: Exclude<ReadDocument, { kind: 'rubbish' }> };

function usable(raw: unknown, index: number): Usable {
  const read = readDocument(raw);
  if (read.kind === 'rubbish')
    throw new PeerFailure(`it sent rubbish: document ${index + 1} of a page: ${read.reason}`);
  return { raw, read, identity: read.kind === 'document' ? read.document : read.identity };
}

/**
 * A customer that lost an account is not to get a document of its next holder, for good: the documents wait for what the
 * log says of accounts. Throws Refusal 503 when the read model stays behind.
 */
async function settleAll(
  deps: SettleDeps,
  instance: TradingInstance,
  documents: readonly Usable[],
  onOutcome: (outcome: Settled['outcome']) => void,
  signal: AbortSignal | undefined,
): Promise<Outcome[]> {
  if (!(await deps.customersCaughtUp()))
    throw new Refusal(503, 'The customers are being brought up to date. Please try again in a moment.', {
      code: 'READ_MODEL_BEHIND',
    });
  const known = await whereaboutsOf(
    deps.db,
    instance,
    documents.map(({ identity }) => identity),
  );
  const settleOne = async ({ raw, read, identity }: Usable): Promise<Outcome> => {
    signal?.throwIfAborted();
    const before: Whereabouts = known.get(keyOf(identity)) ?? new Map();
    const settled =
      read.kind === 'document'
        ? await settleDocument(deps, instance, read.document, before)
        : waiting(identity, before, read.reason);
    known.set(keyOf(identity), settled.whereabouts);
    onOutcome(settled.outcome);
    const suspended = typeof settled.outcome === 'object' ? settled.outcome.suspended : null;
    return { raw, identity, suspended, whereabouts: settled.whereabouts };
  };
  // Versions of one document, and documents of one parcel, come in their order; the others side by side.
  const groups = independentGroups(documents, ({ identity, read }) => [
    keyOf(identity),
    ...(read.kind === 'document' ? [`parcel ${read.document.parcelName}`] : []),
  ]);
  const settled = await inParallel(groups, SIDE_BY_SIDE, async (group) => {
    const outcomes: Outcome[] = [];
    for (const document of group) outcomes.push(await settleOne(document));
    return outcomes;
  });
  return settled.flat();
}

function count(report: InstanceReport, outcome: Settled['outcome']): void {
  report.read += 1;
  report[typeof outcome === 'object' ? 'suspended' : outcome] += 1;
}
