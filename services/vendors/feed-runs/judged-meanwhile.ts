import { judgementOf, type StockJudgements } from '#contracts/vendor/stock-judgements.ts';
import type { StockJudgementGiven } from '#contracts/events/index.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { recordMissing, type StockWriting } from '../feed/record-feed.ts';
import { judgementsOf, judgementsSince } from '../judgements/judge-stock.ts';
import { queueTiers } from '../repricing/queue-repricing.ts';
import { currentVendor } from '../require-vendor.ts';
import { noteOutcomes, withdrawnOffers } from './row-store.ts';
import type { FeedRun } from './run-store.ts';
import { applyRow, REJECTED, SIDE_BY_SIDE, type RowWriting } from './write-rows.ts';

/** What people gave on a vendor's stock since a run was decided on, and how each stone is judged now. */
type JudgedMeanwhile = {
  given: readonly StockJudgementGiven[];
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

/** Lists what was accepted after all, where the run still withdrew it as rejected. */
async function listAccepted(
  context: CommandContext,
  { id }: FeedRun,
  meanwhile: JudgedMeanwhile,
  rowWriting: RowWriting,
): Promise<void> {
  const { writing } = rowWriting;
  const judgedNow = {
    ...rowWriting,
    judgements: meanwhile.judgements,
    writing: { ...writing, cause: causeOf(writing, 'accepted') },
  };
  const offers = await withdrawnOffers(context.db, id, nowJudged(meanwhile, 'ACCEPTED'));
  const outcomes = await inParallel(offers, SIDE_BY_SIDE, async (row) => ({
    id: row.id,
    outcome: await applyRow(context, judgedNow, { ...row, passed: true }),
  }));
  await noteOutcomes(context.db, id, outcomes);
}

async function withdrawRejected(
  context: CommandContext,
  meanwhile: JudgedMeanwhile,
  writing: StockWriting,
): Promise<void> {
  await inParallel(nowJudged(meanwhile, 'REJECTED'), SIDE_BY_SIDE, (number) =>
    recordMissing(
      context,
      { ...writing, cause: causeOf(writing, 'rejected') },
      meanwhile.dxPrefix + number,
      REJECTED,
    ),
  );
}
