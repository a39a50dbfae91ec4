import { judgementStream, MOST_JUDGED, type JudgementEvent } from '#contracts/events/index.ts';
import { judgementFold, judgementOf } from '#contracts/vendor/stock-judgements.ts';
import { inPortions } from '#contracts/vocabulary/in-portions.ts';
import { carryOut, deriveId, type Command, type CommandContext } from '#services/platform/commands/index.ts';
import { judgementEventsSince } from './judge-stock.ts';

/** The id of the command by which a run left a part of its stones unlisted. */
const partOf = (runId: string, start: number): string => deriveId(runId, 'unlisted', start);

/** Records which stones a run read for the first time without listing them (rule: Accept and reject). */
export function leaveUnlisted(
  context: CommandContext,
  command: Command,
  vendorId: number,
  stockNumbers: readonly string[],
): Promise<void> {
  return inParts(stockNumbers, async (part, start) => {
    const on = { stream: judgementStream(vendorId), fold: judgementFold };
    const ofPart = { ...command, commandId: partOf(command.commandId, start) };
    await carryOut(context, on, ofPart, (known): JudgementEvent[] => {
      const vendorStockIds = part.filter((id) => !judgementOf(known, id).leftUnlisted);
      if (vendorStockIds.length === 0) return [];
      const effectiveAt = context.clock().toISOString();
      return [{ type: 'StockLeftUnlisted', data: { vendorId, vendorStockIds, effectiveAt } }];
    });
  });
}

/**
 * Records that the stones which a run left unlisted were not read: it was taken back, and the next reading is their first
 * (rule: Repeated feeds). What an earlier run left unlisted stays so.
 * @param run which left them, how many rows it had, and when it was applied
 */
export async function forgetLeftUnlisted(
  context: CommandContext,
  command: Command,
  vendorId: number,
  run: { id: string; rows: number; appliedAt: Date },
): Promise<void> {
  const parts = new Set<string>();
  for (let start = 0; start < run.rows; start += MOST_JUDGED) parts.add(partOf(run.id, start));
  const left: string[] = [];
  for await (const { type, data, metadata } of judgementEventsSince(context, vendorId, run.appliedAt))
    if (type === 'StockLeftUnlisted' && parts.has(metadata.commandId)) left.push(...data.vendorStockIds);
  await inParts(left, async (part, start) => {
    const on = { stream: judgementStream(vendorId), fold: judgementFold };
    const ofPart = { ...command, commandId: deriveId(command.commandId, 'not read', start) };
    await carryOut(context, on, ofPart, (known): JudgementEvent[] => {
      const vendorStockIds = part.filter((id) => judgementOf(known, id).leftUnlisted);
      if (vendorStockIds.length === 0) return [];
      const effectiveAt = context.clock().toISOString();
      return [{ type: 'StockReadingTakenBack', data: { vendorId, vendorStockIds, effectiveAt } }];
    });
  });
}

async function inParts(
  stockNumbers: readonly string[],
  work: (part: readonly string[], start: number) => Promise<void>,
): Promise<void> {
  for (const [place, part] of inPortions(stockNumbers, MOST_JUDGED).entries())
    await work(part, place * MOST_JUDGED);
}
