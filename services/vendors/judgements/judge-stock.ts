import {
  judgementStream,
  judgementStreams,
  MOST_JUDGED,
  type JudgementEvent,
  type StockJudgementGiven,
} from '#contracts/events/index.ts';
import {
  judgementFold,
  judgementOf,
  type StockJudgement,
  type StockJudgements,
} from '#contracts/vendor/stock-judgements.ts';
import { HOUR_MS, type Instant } from '#contracts/vocabulary/house-time.ts';
import {
  carryOut,
  deriveId,
  loadStream,
  parseFact,
  oncePerKey,
  type Command,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import type { Offer } from '../feed/check-row.ts';
import { setPassed, waitingOffers } from '../feed-runs/row-store.ts';
import { currentVendor } from '../require-vendor.ts';
import { mergedByStone } from './merged-by-stone.ts';
import { refuseTiers } from './refuse-tiers.ts';

/** How many bytes of judgements one event may have: a log accepts no larger events. */
const MOST_BYTES = 400_000;

/**
 * Records a person's word on stones of a vendor's stock, later rows of one stone after earlier ones, and lets their
 * waiting rows of open runs pass, or no longer; a judgement that stands already is not recorded again, except a yes to a
 * row that waits (rule: Accept and reject). A large sheet is several events; after a kill, what is missing is written.
 * Gives the log position reached, null when nothing is recorded. Refuses an unknown vendor (404) and tiers that stones
 * cannot have (422).
 */
export async function judgeStock(
  context: CommandContext,
  command: Command,
  vendorId: number,
  given: readonly StockJudgementGiven[],
): Promise<{ position: bigint | null }> {
  const { dxPrefix } = (await currentVendor(context, vendorId)).settings;
  const at = context.clock().toISOString();
  const numbersOf = (wanted: StockJudgement['status']): string[] =>
    given.filter(({ status }) => status === wanted).map(({ vendorStockId }) => vendorStockId);
  const [accepted, rejected] = [numbersOf('ACCEPTED'), numbersOf('REJECTED')];
  const inParts = async (): Promise<{ position: bigint | null }> => {
    let position: bigint | null = null;
    // What a killed process recorded under this key is of its time: a row set aside since then did not know it.
    let since = at;
    await refuseTiers(context, { vendorId, dxPrefix }, given, await judgementsOf(context, vendorId));
    const waiting = await waitingOffers(context.db, vendorId, accepted);
    for (const [index, judgements] of inChunks(given).entries()) {
      const part = { ...command, key: undefined, commandId: deriveId(command.commandId, 'part', index) };
      const on = { stream: judgementStream(vendorId), fold: judgementFold };
      const carriedOut = await carryOut(context, on, part, (known) =>
        decideJudgements(known, { vendorId, dxPrefix, judgements, waiting }, at),
      );
      position = carriedOut.position ?? position;
      if (carriedOut.repeated && carriedOut.position !== null)
        since = await recordedAt(context, vendorId, carriedOut.position);
    }
    await setPassed(context.db, vendorId, accepted, { passed: true, at: since });
    await setPassed(context.db, vendorId, rejected, { passed: false, at: since });
    return { position };
  };
  if (!command.key) return inParts();
  // What was carried out is not judged again: another word may have come since.
  return oncePerKey(context, command.key, async (repeated) =>
    repeated ? { position: await context.events.headPosition() } : inParts(),
  );
}

/**
 * The judgements that differ from the current ones, or accept a stone whose row waits; none when there are no such. Pure.
 * @param waiting stock numbers of stones whose newest row waits for a person
 */
export function decideJudgements(
  known: StockJudgements,
  {
    vendorId,
    dxPrefix,
    judgements,
    waiting,
  }: {
    vendorId: number;
    dxPrefix: string;
    judgements: readonly StockJudgementGiven[];
    waiting: ReadonlySet<string>;
  },
  at: Instant,
): JudgementEvent[] {
  const differing = [...mergedByStone(judgements).values()].filter(({ vendorStockId, ...judgement }) => {
    if (judgement.status === 'ACCEPTED' && waiting.has(vendorStockId)) return true;
    const before = judgementOf(known, vendorStockId);
    return Object.entries(judgement).some(
      ([field, value]) => before[field as keyof typeof judgement] !== value,
    );
  });
  if (differing.length === 0) return [];
  return [{ type: 'StockJudged', data: { vendorId, dxPrefix, judgements: differing, effectiveAt: at } }];
}

function inChunks(given: readonly StockJudgementGiven[]): StockJudgementGiven[][] {
  const chunks: StockJudgementGiven[][] = [];
  let bytes = 0;
  for (const judgement of given) {
    const more = Buffer.byteLength(JSON.stringify(judgement));
    const last = chunks.at(-1);
    if (!last || last.length >= MOST_JUDGED || bytes + more > MOST_BYTES) {
      chunks.push([judgement]);
      bytes = more;
    } else {
      last.push(judgement);
      bytes += more;
    }
  }
  return chunks;
}

/** The offer with the tier that a person has set, if any. */
export function withJudgedTier<Given extends Offer>(
  offer: Given,
  { overrideTier }: Pick<StockJudgement, 'overrideTier'>,
): Given {
  return overrideTier === null ? offer : { ...offer, overrideTier };
}

/** What a person gave on a stone, and when. */
export type StockJudgementAt = StockJudgementGiven & { at: Instant };

/**
 * What people gave on a vendor's stock since a moment, newest first, and in the hour before it: clocks of processes
 * differ, and a large sheet takes a while to be recorded under the time of its beginning.
 */
export async function judgementsSince(
  context: CommandContext,
  vendorId: number,
  since: Date,
): Promise<StockJudgementAt[]> {
  const given: StockJudgementAt[] = [];
  for await (const { type, data } of judgementEventsSince(context, vendorId, since))
    if (type === 'StockJudged')
      for (const one of data.judgements) given.push({ ...one, at: data.effectiveAt });
  return given;
}

/** What was recorded of a vendor's stock since a moment and in the hour before it, newest first. */
export async function* judgementEventsSince({ events }: CommandContext, vendorId: number, since: Date) {
  const from = new Date(since.getTime() - HOUR_MS).toISOString();
  for await (const recorded of events.readStream(judgementStream(vendorId), { direction: 'backwards' })) {
    const event = judgementStreams.own(parseFact(recorded));
    if (event.data.effectiveAt < from) return;
    yield event;
  }
}

/** The time of the judgements at a position of the log. */
async function recordedAt({ events }: CommandContext, vendorId: number, position: bigint): Promise<Instant> {
  for await (const recorded of events.readStream(judgementStream(vendorId), { direction: 'backwards' }))
    if (recorded.position === position) return judgementStreams.own(parseFact(recorded)).data.effectiveAt;
  throw new Error(`the judgements at ${position} are not in the stream of vendor ${vendorId}`);
}

/** The current judgements of a vendor's stock. */
export async function judgementsOf(context: CommandContext, vendorId: number): Promise<StockJudgements> {
  return (await loadStream(context, judgementStream(vendorId), judgementFold)).state;
}
