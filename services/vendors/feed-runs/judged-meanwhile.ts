import { judgementOf, type StockJudgements } from '#contracts/vendor/stock-judgements.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { readNewElsewhere } from '../feed/known-stock.ts';
import type { StockWriting } from '../feed/record-feed.ts';
import { judgementsOf, judgementsSince, type StockJudgementAt } from '../judgements/judge-stock.ts';
import { rejectStone } from '../judgements/reject-stone.ts';
import { queueTiers } from '../repricing/queue-repricing.ts';
import { currentVendor } from '../require-vendor.ts';
import { setDoubtedAside } from './doubt-certificates.ts';
import { isKnownTo, noteOutcomes, withdrawnOffers } from './row-store.ts';
import type { FeedRun } from './run-store.ts';
import { applyRow, SIDE_BY_SIDE, type RowWriting } from './write-rows.ts';

/** What people gave on a vendor's stock since a run was decided on, and how each stone is judged now. */
type JudgedMeanwhile = {
  given: readonly StockJudgementAt[];
  judgements: StockJudgements;
  dxPrefix: string;
};

async function judgedSince(
  context: CommandContext,
  { vendorId, decidedAt }: FeedRun,
): Promise<JudgedMeanwhile> {
  const given = await judgementsSince(context, vendorId, decidedAt ?? context.clock());
  const judgements = await judgementsOf(context, vendorId);
  const { dxPrefix } = (await currentVendor(context, vendorId)).settings;
  return { given, judgements, dxPrefix };
}

/** The stock numbers of the stones judged meanwhile whose judgement is this one now. */
const nowJudged = ({ given, judgements }: JudgedMeanwhile, status: 'ACCEPTED' | 'REJECTED'): string[] => {
  const stockNumbers = [...new Set(given.map(({ vendorStockId }) => vendorStockId))];
  return stockNumbers.filter((number) => judgementOf(judgements, number).status === status);
};

/**
 * A judgement that came while a run's rows were written counts too: its own event may have found the parcel before the
 * run listed or withdrew it (rule: Accept and reject). What else was accepted, that event lists.
 */
export async function applyJudgedMeanwhile(
  context: CommandContext,
  run: FeedRun,
  rowWriting: RowWriting,
): Promise<void> {
  const { writing } = rowWriting;
  const meanwhile = await judgedSince(context, run);
  const { given, dxPrefix } = meanwhile;
  await withdrawRejected(context, meanwhile, writing);
  await listAccepted(context, run, meanwhile, rowWriting);
  await queueTiers(context.db, {
    id: `${writing.cause} judged`,
    vendorId: run.vendorId,
    dueAt: writing.at,
    parcels: given.flatMap(({ vendorStockId, overrideTier }) =>
      overrideTier === undefined ? [] : [dxPrefix + vendorStockId],
    ),
  });
}

/** A rejection that came while a run was taken back counts too, for what the run's end has reinstated. */
export async function withdrawRejectedMeanwhile(
  context: CommandContext,
  run: FeedRun,
  writing: StockWriting,
): Promise<void> {
  await withdrawRejected(context, await judgedSince(context, run), writing);
}

/** Each with ids of its own: a parcel may be rejected, and after a kill be accepted. */
const causeOf = ({ cause }: StockWriting, word: 'accepted' | 'rejected'): string => `${cause} judged ${word}`;

/**
 * Lists what was accepted after all, where the run still withdrew it as rejected and no other vendor has listed its
 * certificate meanwhile.
 */
async function listAccepted(
  context: CommandContext,
  run: FeedRun,
  meanwhile: JudgedMeanwhile,
  rowWriting: RowWriting,
): Promise<void> {
  const { writing } = rowWriting;
  const offers = await withdrawnOffers(context.db, run.id, nowJudged(meanwhile, 'ACCEPTED'));
  if (offers.length === 0) return;
  const judgedNow = {
    ...rowWriting,
    judgements: meanwhile.judgements,
    writing: { ...writing, cause: causeOf(writing, 'accepted') },
    // The run may have begun long ago.
    newElsewhere: await readNewElsewhere(context, run.vendorId),
  };
  const acceptedAt = new Map<string, Instant>();
  for (const { vendorStockId, status, at } of meanwhile.given.toReversed())
    if (status === 'ACCEPTED') acceptedAt.set(vendorStockId, at);
  const passed = offers.map((row) => ({
    ...row,
    passed: isKnownTo(acceptedAt.get(row.vendorStockId ?? '') ?? writing.at, row),
  }));
  const rows = await setDoubtedAside(context, run, passed, judgedNow);
  const outcomes = await inParallel(rows, SIDE_BY_SIDE, async (row) => ({
    id: row.id,
    outcome: await applyRow(context, judgedNow, row),
  }));
  await context.db.transaction().execute((tx) => noteOutcomes(tx, run.id, outcomes));
}

async function withdrawRejected(
  context: CommandContext,
  meanwhile: JudgedMeanwhile,
  writing: StockWriting,
): Promise<void> {
  await inParallel(nowJudged(meanwhile, 'REJECTED'), SIDE_BY_SIDE, (number) =>
    rejectStone(context, { ...writing, cause: causeOf(writing, 'rejected') }, meanwhile.dxPrefix + number),
  );
}
