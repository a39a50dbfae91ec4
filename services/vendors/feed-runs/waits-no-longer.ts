import { sql } from 'kysely';
import { stoneStream } from '#contracts/events/index.ts';
import { parcelFold } from '#contracts/lifecycle/index.ts';
import { loadStream, type CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { isHeld } from '../feed/decide-stock.ts';
import { judgementsOf } from '../judgements/judge-stock.ts';
import { lastAppliedRun } from './run-store.ts';

const SIDE_BY_SIDE = 64;

/**
 * Whether the vendor's last applied run has something to say of a stone that a customer had, and has no longer: a row
 * that was held, or a rejection given meanwhile (rule: Held stones and feeds). False for another run: the vendor's
 * stock is by a later one.
 */
export async function waitsNoLonger(
  context: CommandContext,
  { vendorId, runId }: { vendorId: number; runId: string },
): Promise<boolean> {
  const { db, zone } = context;
  const last = await lastAppliedRun(db, vendorId);
  // What is still being applied or taken back says something else when that has ended.
  if (last?.id !== runId || last.state !== 'APPLIED') return false;
  const judged = Object.entries(await judgementsOf(context, vendorId));
  const rejected = judged.flatMap(([id, { status }]) => (status === 'REJECTED' ? [id] : []));
  // A row that was held and differs in nothing has nothing to apply.
  const { rows } = await sql<{ parcelName: string; wasHeld: boolean }>`
    select * from (
      select parcel_name as "parcelName", vendor_stock_id, known, outcome,
        (class = 'HELD' or outcome is not distinct from 'held')
          and json_array_length(changes) > 0 as "wasHeld"
      from vitrine.feed_run_row where run_id = ${runId} and parcel_name is not null) as row
    where "wasHeld" or (vendor_stock_id = any(${rejected}::text[]) and known->>'withdrawn' = 'false'
      and outcome is distinct from 'withdrawn')`.execute(db);
  let found = false;
  await inParallel(rows, SIDE_BY_SIDE, async ({ parcelName, wasHeld }) => {
    if (found) return;
    const { state } = await loadStream(context, stoneStream(parcelName), parcelFold);
    if (!isHeld(state, zone) && (wasHeld || !state.withdrawn)) found = true;
  });
  return found;
}
