import type { StockClass } from '#contracts/api/vendor-feeds.ts';
import { vendorStream } from '#contracts/events/index.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import type { FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import { judgementOf, mayBeListed, type StockJudgements } from '#contracts/vendor/stock-judgements.ts';
import { vendorFold } from '#contracts/vendor/vendor.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { loadStream, type CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import type { Offer } from '../feed/check-row.ts';
import { recordMissing, recordOffer, type StockWriting } from '../feed/record-feed.ts';
import { withJudgedTier } from '../judgements/judge-stock.ts';
import { requireVendor } from '../require-vendor.ts';
import { sharesCertificate, stonesElsewhere } from './stones-elsewhere.ts';
import { noteOutcomes, type RowOutcome, type WorkRow } from './row-store.ts';
import { noteProgress, type FeedRun } from './run-store.ts';

/** Rows of these classes are looked at again when a run is applied; of the others nothing is written. */
export const CLASSES_TO_WRITE: readonly StockClass[] = ['NEW', 'CHANGED', 'GONE', 'WAITING', 'UNLISTED'];
/** What a run has written, and can take back. */
export const OUTCOMES_TO_UNDO: readonly RowOutcome[] = ['listed', 'changed', 'withdrawn'];

const PAGE = 500;
const SIDE_BY_SIDE = 256;

/** What a mapping's columns stand for. */
export const mappedBy = ({ columns }: Pick<FeedMapping, 'columns'>): ReadonlySet<FeedAttribute> =>
  new Set(columns.map(({ attribute }) => attribute));

/**
 * How a run writes: everything at the moment that it was decided, in the name of its decider, under ids of the run, at the
 * vendor's markup of that day.
 * @param cause the run, and the step where it has several
 */
export async function writingOf(context: CommandContext, run: FeedRun, cause: string): Promise<StockWriting> {
  const { vendorId, decidedAt, decidedBy, decidedRole, mapping } = run;
  if (!decidedAt || !decidedBy || !decidedRole) throw new Error(`nobody has decided the feed run ${run.id}`);
  const at = decidedAt.toISOString();
  const { state } = await loadStream(context, vendorStream(vendorId), vendorFold);
  const { markupPpm } = termsAt(requireVendor(state).terms, houseDayOf(at, context.zone), context.zone);
  return {
    vendor: { vendorId, markupPpm, mapped: mappedBy(mapping) },
    cause,
    at,
    command: { commandId: cause, actor: { username: decidedBy, role: decidedRole } },
  };
}

/**
 * Goes through rows page by page and notes what became of them, until there are none or the signal is aborted; true when
 * it came to the end.
 */
export async function throughRows(
  context: CommandContext,
  runId: string,
  signal: AbortSignal,
  page: (after: string, limit: number) => Promise<WorkRow[]>,
  work: (row: WorkRow) => Promise<RowOutcome>,
): Promise<boolean> {
  let after = '';
  while (!signal.aborted) {
    const rows = await page(after, PAGE);
    const outcomes = await inParallel(rows, SIDE_BY_SIDE, async (row) => ({
      id: row.id,
      outcome: await work(row),
    }));
    await context.db.transaction().execute(async (tx) => {
      await noteOutcomes(tx, runId, outcomes);
      await noteProgress(tx, runId, outcomes.length);
    });
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return true;
  }
  return false;
}

/** What rows are applied with. */
export type RowWriting = {
  writing: StockWriting;
  /** What people said last of the vendor's stones. */
  judgements: StockJudgements;
  autoWhitelist: boolean;
  /** Parcels in no row are withdrawn. */
  withdraws: boolean;
};

/** Why the house, not the vendor, has a stone withdrawn. */
export const REJECTED = 'rejected by the house';

/** Applies one row, by what the log has of its parcel now and by what people say of it now. */
export async function applyRow(
  context: CommandContext,
  { writing, judgements, autoWhitelist, withdraws }: RowWriting,
  row: WorkRow,
): Promise<RowOutcome> {
  const { parcelName, offer, known } = row;
  if (parcelName === null) return 'unchanged';
  if (row.class === 'GONE') return withdraws ? recordMissing(context, writing, parcelName) : 'waiting';
  const judgement = judgementOf(judgements, row.vendorStockId ?? '');
  if (judgement.status === 'REJECTED')
    return known ? recordMissing(context, writing, parcelName, REJECTED) : 'waiting';
  if (!mayBeListed(judgement, { isKnown: known !== null, autoWhitelist })) return 'waiting';
  if (!offer || (row.class === 'WAITING' && !row.passed)) return 'waiting';
  if (row.passed && !(await freeCertificate(context, writing, offer))) return 'waiting';
  const judged = withJudgedTier(offer, judgement);
  const outcome = await recordOffer(context, writing, judged, { isNew: known === null });
  return typeof outcome === 'string' ? outcome : 'clash';
}

/**
 * Withdraws the parcels of other vendors that have the certificate of an offer which a person prefers; false when a
 * customer has one of them, which never gives way (rule: Classifying rows).
 */
async function freeCertificate(
  context: CommandContext,
  writing: StockWriting,
  { attributes }: Offer,
): Promise<boolean> {
  const others = await stonesElsewhere(context, writing.vendor.vendorId, { names: [], stones: [attributes] });
  for (const other of others.filter((stone) => sharesCertificate(stone, attributes))) {
    const vendor = { ...writing.vendor, vendorId: other.vendorId };
    const reason = `its certificate is of a stone that the house prefers from vendor ${writing.vendor.vendorId}`;
    const outcome = await recordMissing(context, { ...writing, vendor }, other.parcelName, reason);
    if (outcome === 'held') return false;
  }
  return true;
}
