import { judgementOf } from '#contracts/vendor/stock-judgements.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { parseFact, type CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import type { Reactor } from '#services/platform/reactors/index.ts';
import { setDoubtedAside } from '../feed-runs/doubt-certificates.ts';
import { isKnownTo, newestOffers, noteOutcomes } from '../feed-runs/row-store.ts';
import { requireRun } from '../feed-runs/require-run.ts';
import { applyRow, mappedBy, OUTCOMES_TO_UNDO, type RowWriting } from '../feed-runs/write-rows.ts';
import { readNewElsewhere } from '../feed/known-stock.ts';
import type { StockWriting } from '../feed/record-feed.ts';
import { queueChangedMeanwhile, queueTiers } from '../repricing/queue-repricing.ts';
import { currentVendor } from '../require-vendor.ts';
import { judgementsOf } from './judge-stock.ts';
import { rejectStone, takePieceAgain } from './reject-stone.ts';

const SIDE_BY_SIDE = 64;

/**
 * Carries a person's word on stones out at once: a rejected one is withdrawn, when it comes back where a customer has
 * it; an accepted one is listed as the vendor's last feed offers it, a piece of jewellery as it was (rule: Accept and
 * reject); tiers are left to the repricing job. What a later word says is left to its own event; what is accepted while a
 * customer has it waits for the feed after the spell, and a stone whose certificate another vendor has listed meanwhile
 * for a further yes (rule: Classifying rows).
 */
export function judgementReactor(context: CommandContext, startAt: Reactor['startAt']): Reactor {
  return {
    name: 'stock-judgements',
    eventTypes: ['StockJudged'],
    startAt,
    async react(recorded) {
      const event = parseFact(recorded);
      if (event.type !== 'StockJudged') return;
      const { vendorId, judgements: given, effectiveAt: at } = event.data;
      const { settings, terms } = await currentVendor(context, vendorId);
      const { markupPpm } = termsAt(terms, houseDayOf(at, context.zone), context.zone);
      const writing: StockWriting = {
        vendor: { vendorId, markupPpm, tier: settings.tier },
        cause: event.id,
        at,
        command: { commandId: event.id, actor: event.metadata.actor },
      };
      const judgements = await judgementsOf(context, vendorId);
      const stillJudged = (status: 'ACCEPTED' | 'REJECTED'): string[] =>
        given.flatMap(({ vendorStockId, status: judged }) =>
          judged === status && judgementOf(judgements, vendorStockId).status === status
            ? [vendorStockId]
            : [],
        );
      await inParallel(stillJudged('REJECTED'), SIDE_BY_SIDE, (id) =>
        rejectStone(context, writing, settings.dxPrefix + id),
      );
      const tiered = given.filter(({ overrideTier }) => overrideTier !== undefined);
      await queueTiers(context.db, {
        id: event.id,
        vendorId,
        dueAt: at,
        parcels: tiered.map(({ vendorStockId }) => settings.dxPrefix + vendorStockId),
      });
      const accepted = stillJudged('ACCEPTED');
      const offers = await newestOffers(context.db, vendorId, accepted);
      const inFeeds = new Set(offers.map(({ vendorStockId }) => vendorStockId));
      await inParallel(
        accepted.filter((id) => !inFeeds.has(id)),
        SIDE_BY_SIDE,
        (id) => takePieceAgain(context, writing, settings.dxPrefix + id),
      );
      for (const runId of new Set(offers.map((row) => row.runId))) {
        const run = await requireRun(context, runId);
        const vendor = { ...writing.vendor, mapped: mappedBy(run.mapping) };
        const newElsewhere = await readNewElsewhere(context, vendorId);
        const rowWriting: RowWriting = {
          writing: { ...writing, vendor },
          judgements,
          autoWhitelist: settings.autoWhitelist,
          withdraws: false,
          newElsewhere,
        };
        const passed = offers
          .filter((row) => row.runId === runId)
          .map((row) => ({ ...row, passed: isKnownTo(at, row) }));
        // What another vendor has listed since the run was classified was not known when this was accepted.
        const rows = await setDoubtedAside(context, run, passed, rowWriting);
        const outcomes = await inParallel(rows, SIDE_BY_SIDE, async (row) => ({
          id: row.id,
          outcome: await applyRow(context, rowWriting, row),
        }));
        const settled = outcomes.filter(
          ({ outcome }) => outcome === 'held' || OUTCOMES_TO_UNDO.includes(outcome),
        );
        await context.db.transaction().execute((tx) => noteOutcomes(tx, runId, settled));
      }
      const offered = offers.flatMap(({ offer }) => offer?.parcelName ?? []);
      if (offered.length > 0) await queueChangedMeanwhile(context, writing, offered);
    },
  };
}
