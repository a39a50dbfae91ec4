import type { FeedRunResource } from '#contracts/api/vendor-feeds.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { judgementsOf } from '../judgements/judge-stock.ts';
import { currentVendor } from '../require-vendor.ts';
import { rowGroups } from './row-store.ts';
import { CLASSES_TO_WRITE, stepOf } from './write-rows.ts';

/**
 * How many parcels applying a run would list, change and withdraw by the judgements of now (rule: Accept and reject);
 * what customers take and other vendors list until then is not foreseen. Throws Refusal 404 for an unknown vendor.
 */
export async function effectOfRun(
  context: CommandContext,
  { id, vendorId }: Pick<FeedRunResource, 'id' | 'vendorId'>,
): Promise<NonNullable<FeedRunResource['effect']>> {
  const { autoWhitelist } = (await currentVendor(context, vendorId)).settings;
  const judgements = await judgementsOf(context, vendorId);
  const judging = { judgements, autoWhitelist, withdraws: true };
  const effect = { listed: 0, changed: 0, rejected: 0, missing: 0 };
  for (const { count, ...row } of await rowGroups(context.db, id, CLASSES_TO_WRITE, judgements)) {
    const step = stepOf(judging, row);
    if (step === 'withdraw') effect.missing += count;
    else if (step === 'reject') effect.rejected += row.known?.withdrawn ? 0 : count;
    else if (step === 'offer') effect[row.known ? 'changed' : 'listed'] += count;
  }
  return effect;
}
