import { parcelStreams, stoneStream } from '#contracts/events/index.ts';
import { foldParcel, parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { loadStream, parseFact, type CommandContext } from '#services/platform/commands/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { Reactor } from '#services/platform/reactors/index.ts';
import type { TradingSystem } from '../peer.ts';
import { tradingTables } from '../tables.ts';
import { TRADING_INSTANCES } from '#contracts/trading-system/wire.ts';
import { postingFor, type AccountCode, type Effect } from './instruction.ts';

export type InstructionReactorDeps = {
  context: CommandContext;
  peer: TradingSystem;
  accountsOf(customerId: number): Promise<readonly AccountCode[]>;
  /** Every account that the customer ever had. */
  everyAccountOf(customerId: number): Promise<readonly Pick<AccountCode, 'dxInstance'>[]>;
  /**
   * Where a first start begins: `head` in the demo, whose history was never the peer's; `beginning` where every
   * instruction ever recorded is the peer's to know.
   */
  startAt: Reactor['startAt'];
};

/** The reactor's key in the database. */
export const INSTRUCTION_REACTOR = 'trading-system-instructions';

/**
 * Posts each instruction's effects to the trading system, once per instruction and parcel, again until it
 * accepts (rule: Documents and instructions); an effect that is undone before its document exists is taken
 * back.
 */
export function instructionReactor(deps: InstructionReactorDeps): Reactor {
  return {
    name: INSTRUCTION_REACTOR,
    eventTypes: ['StoneRequested', 'StoneReturned', 'StoneSold', 'EventUndone'],
    startAt: deps.startAt,
    async react(recorded, signal) {
      const event = parseFact(recorded);
      const parcelName = parcelStreams.keyOf(recorded.stream);
      switch (event.type) {
        case 'StoneRequested':
        case 'StoneReturned':
        case 'StoneSold': {
          const { instructionId, customerId } = event.data;
          const effect = { eventId: event.id, instructionId, customerId, intent: intentOf(event.type) };
          await post(deps, parcelName, effect, signal);
          break;
        }
        case 'EventUndone':
          await takeBack(deps, parcelName, event.data.eventId, signal);
          break;
        default:
          break;
      }
    },
  };
}

function intentOf(type: 'StoneRequested' | 'StoneReturned' | 'StoneSold'): Intent {
  if (type === 'StoneRequested') return 'REQUEST';
  return type === 'StoneReturned' ? 'RETURN' : 'SOLD';
}

export type PostingDeps = Pick<InstructionReactorDeps, 'context' | 'peer' | 'accountsOf'>;

/**
 * Posts what a parcel's last entry asks for: of a history that was made before the trading system heard of it, as the
 * demo's is. False when that was posted already, or there is nothing to post.
 */
export async function postLastEffect(
  deps: PostingDeps,
  parcelName: string,
  signal: AbortSignal,
): Promise<boolean> {
  const last = foldParcel(await parcelState(deps.context, parcelName), deps.context.zone).entries.at(-1);
  if (!last || !('instructionId' in last)) return false;
  const { eventId, instructionId, customerId, type: intent } = last;
  return post(deps, parcelName, { eventId, instructionId, customerId, intent }, signal);
}

/** False when it was posted already, or there is nothing to post. */
async function post(
  { context, peer, accountsOf }: PostingDeps,
  parcelName: string,
  effect: Effect,
  signal: AbortSignal,
): Promise<boolean> {
  const { instructionId } = effect;
  const { db, clock, zone } = context;
  if (await postedTo(db, instructionId, parcelName)) return false;
  const [state, accounts] = await Promise.all([
    parcelState(context, parcelName),
    accountsOf(effect.customerId),
  ]);
  const posting = postingFor(effect, parcelName, foldParcel(state, zone), accounts);
  if (posting === null) return false;
  await peer.post(posting.instance, posting.instruction, signal);
  await tradingTables(db)
    .insertInto('vitrine.trading_instruction')
    .values({
      instruction_id: instructionId,
      parcel_name: parcelName,
      instance: posting.instance,
      posted_at: clock(),
      withdrawn_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/**
 * Takes an undone effect back wherever it may be: at the instance that is noted, and at each where the customer ever had
 * an account. That costs the rare undo a question to each of these, and no instruction a note before it is posted.
 */
async function takeBack(
  { context, peer, accountsOf, everyAccountOf }: InstructionReactorDeps,
  parcelName: string,
  eventId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = context;
  const undone = (await parcelState(context, parcelName)).entries.find((entry) => entry.eventId === eventId);
  if (!undone || !('instructionId' in undone)) return;
  const { instructionId, customerId } = undone;
  const [noted, current, accounts] = await Promise.all([
    postedTo(db, instructionId, parcelName),
    accountsOf(customerId),
    everyAccountOf(customerId),
  ]);
  // What is noted of one may be at another too: an answer was lost, or the process was killed before the note, and the
  // accounts had changed when it was posted again.
  const instances = TRADING_INSTANCES.filter(
    (one) => one === noted || accounts.some(({ dxInstance }) => dxInstance === one),
  );
  const answers = await Promise.allSettled(
    instances.map((one) => peer.withdraw(one, instructionId, parcelName, signal)),
  );
  if (answers.some((answer) => answer.status === 'fulfilled' && answer.value))
    await tradingTables(db)
      .updateTable('vitrine.trading_instruction')
      .set({ withdrawn_at: clock() })
      .where('instruction_id', '=', instructionId)
      .where('parcel_name', '=', parcelName)
      .execute();
  // One that the customer has left may be closed for good: where another is noted, its silence holds nothing up.
  const isWaitedFor = (instance: string): boolean =>
    noted === undefined || instance === noted || current.some(({ dxInstance }) => dxInstance === instance);
  answers.forEach((answer, index) => {
    if (answer.status === 'rejected' && isWaitedFor(instances[index]!)) throw answer.reason;
  });
}

async function parcelState(context: CommandContext, parcelName: string): Promise<ParcelState> {
  return (await loadStream(context, stoneStream(parcelName), parcelFold)).state;
}

async function postedTo(db: Db, instructionId: string, parcelName: string): Promise<string | undefined> {
  const row = await tradingTables(db)
    .selectFrom('vitrine.trading_instruction')
    .select('instance')
    .where('instruction_id', '=', instructionId)
    .where('parcel_name', '=', parcelName)
    .executeTakeFirst();
  return row?.instance;
}
