import type { StockClass } from '#contracts/api/vendor-feeds.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import type { FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import { judgementOf, mayBeListed, type StockJudgements } from '#contracts/vendor/stock-judgements.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { pagesAhead } from '#services/platform/pages-ahead.ts';
import type { OthersStock } from '../feed/others-stock.ts';
import { clashesNow, recordMissing, recordOffer, type StockWriting } from '../feed/record-feed.ts';
import { withJudgedTier } from '../judgements/judge-stock.ts';
import { rejectStone } from '../judgements/reject-stone.ts';
import { currentVendor } from '../require-vendor.ts';
import { freeCertificate } from './give-way.ts';
import { noteOutcomes, type JudgedRow, type RowOutcome, type WorkRow } from './row-store.ts';
import { noteProgress, type FeedRun } from './run-store.ts';

/** Rows of these classes are written when a run is applied; nothing is written for the others. */
export const CLASSES_TO_WRITE: readonly StockClass[] = ['NEW', 'CHANGED', 'GONE', 'WAITING', 'UNLISTED'];
/** A person may let rows of these classes pass; stones of other vendors give way to them first. */
export const CLASSES_TO_PREFER: readonly StockClass[] = ['WAITING', 'UNLISTED'];
/** Outcomes of rows that a run has written, and can take back. */
export const OUTCOMES_TO_UNDO: readonly RowOutcome[] = ['listed', 'changed', 'withdrawn'];

const PAGE = 500;
/** How many parcels are written at once. */
export const SIDE_BY_SIDE = 256;

/** The attributes that a mapping's columns cover. */
export const mappedBy = ({ columns }: Pick<FeedMapping, 'columns'>): ReadonlySet<FeedAttribute> =>
  new Set(columns.map(({ attribute }) => attribute));

/**
 * How a run writes: everything at the moment that it was decided, in the name of its decider, under ids of the run, at the
 * vendor's markup of that day.
 * @param cause the run, and the step where it has several
 */
export async function writingOf(context: CommandContext, run: FeedRun, cause: string): Promise<StockWriting> {
  const { vendorId, decidedAt, decidedBy, decidedRole, mapping } = run;
  if (!decidedAt || !decidedBy || !decidedRole) throw new Error(`the feed run ${run.id} has no decision`);
  const at = decidedAt.toISOString();
  const { terms, settings } = await currentVendor(context, vendorId);
  const { markupPpm } = termsAt(terms, houseDayOf(at, context.zone), context.zone);
  return {
    vendor: { vendorId, markupPpm, tier: settings.tier, mapped: mappedBy(mapping) },
    cause,
    at,
    command: { commandId: cause, actor: { username: decidedBy, role: decidedRole } },
  };
}

/**
 * Goes through rows, many side by side and read page by page, and notes their outcomes, until there are none left or
 * the signal is aborted; true when it came to the end. When it ends early, work that was done but not noted is done
 * again without harm: its events have the same ids.
 */
export async function throughRows(
  context: CommandContext,
  runId: string,
  signal: AbortSignal,
  page: (after: string, limit: number) => Promise<WorkRow[]>,
  work: (row: WorkRow) => Promise<RowOutcome>,
): Promise<boolean> {
  const rows = rowsOf(page, signal);
  let done: { id: string; outcome: RowOutcome }[] = [];
  const note = async (): Promise<void> => {
    const outcomes = done;
    done = [];
    await context.db.transaction().execute(async (tx) => {
      await noteOutcomes(tx, runId, outcomes);
      await noteProgress(tx, runId, outcomes.length);
    });
  };
  // All take from one source, so that none waits for the slowest of a page; a failure ends it for the others too.
  await inParallel(Array.from({ length: SIDE_BY_SIDE }), SIDE_BY_SIDE, async () => {
    for await (const row of rows) {
      const outcome = await work(row);
      // Not read earlier: `done` may be another list by now.
      done.push({ id: row.id, outcome });
      if (done.length >= PAGE) await note();
    }
  });
  if (done.length > 0) await note();
  return !signal.aborted;
}

/** The rows of all pages, until the signal is aborted. */
async function* rowsOf(
  page: (after: string, limit: number) => Promise<WorkRow[]>,
  signal: AbortSignal,
): AsyncGenerator<WorkRow> {
  for await (const rows of pagesAhead<WorkRow>(PAGE, (last) => page(last?.id ?? '', PAGE))) {
    if (signal.aborted) return;
    yield* rows;
  }
}

/** What applying rows needs. */
export type RowWriting = {
  writing: StockWriting;
  /** The last judgements of the vendor's stones. */
  judgements: StockJudgements;
  autoWhitelist: boolean;
  /** True when parcels missing from the file are withdrawn. */
  withdraws: boolean;
  /** What the read model may not have of other vendors. */
  newElsewhere?: OthersStock;
};

/** Whether a row waits for a person: one that was not to be listed does as well where something about it is in doubt. */
export const waits = ({ class: stockClass, problems, passed }: Omit<JudgedRow, 'offer'>): boolean =>
  !passed && (stockClass === 'WAITING' || (stockClass === 'UNLISTED' && problems.length > 0));

/** Whether the last judgement lets the stone of a row be listed. */
export const isOpenTo = (
  { judgements, autoWhitelist }: Pick<RowWriting, 'judgements' | 'autoWhitelist'>,
  { vendorStockId, known }: Omit<JudgedRow, 'offer'>,
): boolean =>
  mayBeListed(judgementOf(judgements, vendorStockId ?? ''), { isKnown: known !== null, autoWhitelist });

/** What applying a row does by the judgements: 'reject' withdraws a parcel that the house does not want. Pure. */
export function stepOf(
  { withdraws, ...judging }: Pick<RowWriting, 'judgements' | 'autoWhitelist' | 'withdraws'>,
  row: JudgedRow,
): 'offer' | 'withdraw' | 'reject' | 'wait' {
  if (row.class === 'GONE') return withdraws ? 'withdraw' : 'wait';
  if (judgementOf(judging.judgements, row.vendorStockId ?? '').status === 'REJECTED')
    return row.known === null ? 'wait' : 'reject';
  return row.offer === null || waits(row) || !isOpenTo(judging, row) ? 'wait' : 'offer';
}

/** Applies one row, by the parcel's current state in the log and the current judgement. */
export async function applyRow(
  context: CommandContext,
  rowWriting: RowWriting,
  row: WorkRow,
): Promise<RowOutcome> {
  const { writing, judgements, newElsewhere } = rowWriting;
  const { parcelName, offer, known } = row;
  if (parcelName === null) return 'unchanged';
  const step = stepOf(rowWriting, row);
  if (step === 'withdraw') return recordMissing(context, writing, parcelName);
  if (step === 'reject') return rejectStone(context, writing, parcelName);
  if (step === 'wait' || !offer) return 'waiting';
  const judged = withJudgedTier(offer, judgementOf(judgements, row.vendorStockId ?? ''));
  if (row.passed) {
    // No other vendor's stone gives way to one that cannot be listed.
    if (await clashesNow(context, writing, judged)) return 'clash';
    if (!(await freeCertificate(context, writing, offer, newElsewhere))) return 'waiting';
  }
  const outcome = await recordOffer(context, writing, judged, { isNew: known === null });
  return typeof outcome === 'string' ? outcome : 'clash';
}
