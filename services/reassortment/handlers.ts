import { isDeepStrictEqual } from 'node:util';
import { reassortmentStream, type ReassortmentEvent } from '#contracts/events/index.ts';
import { binsBodySchema, type IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { stockBodySchema, type StockBody } from '#contracts/reassortment/customer-stone.ts';
import {
  reassortmentFold,
  type ColumnMap,
  type Reassortment,
  type Store,
  type ValueMap,
} from '#contracts/reassortment/reassortment.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import {
  carryOut,
  deriveId,
  loadStream,
  type Command,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import type { FileStore } from '#services/platform/files/index.ts';
import { bodyOf, jsonBody, keepBodies, readBody, type Body } from './bodies.ts';
import type { Versioned } from './commands/changes-list.ts';
import { clearBins, clearResults, type ClearTemplate } from './commands/clear-template.ts';
import { editIdeal } from './commands/edit-ideal.ts';
import { loadIdeal } from './commands/load-ideal.ts';
import { lockStones } from './commands/lock-stones.ts';
import { mendStock, type MendStock } from './commands/mend-stock.ts';
import { makePlan, type MadePlanOf } from './commands/make-plan.ts';
import { requireTemplate } from './commands/require-template.ts';
import { clearColumnMaps, setColumnMaps } from './commands/set-column-maps.ts';
import { setStores } from './commands/set-stores.ts';
import { clearValueMaps, setValueMaps } from './commands/set-value-maps.ts';
import { uploadStock } from './commands/upload-stock.ts';
import { changeBins, isChangedSinceSeen, type BinChange } from './inputs/change-bins.ts';
import { storeNames } from './store-names.ts';

export type ReassortmentContext = CommandContext & { files: FileStore };

/** The log position that a command reached; null when there was nothing to change, or it was done before. */
export type Reached = { position: bigint | null };

/** A customer's reassortment as it is now. */
export async function loadReassortment(context: CommandContext, customerId: number): Promise<Reassortment> {
  return (await loadStream(context, reassortmentStream(customerId), reassortmentFold)).state;
}

type Decide<Input> = (state: Reassortment, input: Input, at: Instant) => ReassortmentEvent[];

/** Decides, keeps the bodies that the events name, and appends. */
async function carry<Input>(
  context: ReassortmentContext,
  command: Command,
  customerId: number,
  [decide, input]: readonly [Decide<Input>, Input],
  bodies: readonly Body[] = [],
): Promise<Reached> {
  const { position } = await carryOut(
    context,
    { stream: reassortmentStream(customerId), fold: reassortmentFold },
    command,
    (state) => decide(state, input, context.clock().toISOString()),
    { before: () => keepBodies(context.files, bodies) },
  );
  return { position };
}

type Handler<Input> = (
  context: ReassortmentContext,
  command: Command,
  customerId: number,
  input: Input,
) => Promise<Reached>;

const handler =
  <Input>(decide: Decide<Input>): Handler<Input> =>
  (context, command, customerId, input) =>
    carry(context, command, customerId, [decide, input]);

/** The commands on a customer's reassortment, carried out; each refuses as its decider does. */
export const reassortmentCommands = {
  setStores: handler<{ stores: readonly Store[] } & Versioned>(setStores),
  setColumnMaps: handler<{ columnMaps: readonly ColumnMap[] } & Versioned>(setColumnMaps),
  clearColumnMaps: handler<Versioned>(clearColumnMaps),
  setValueMaps: handler<{ valueMaps: readonly ValueMap[] } & Versioned>(setValueMaps),
  clearValueMaps: handler<Versioned>(clearValueMaps),
  clearBins: handler<ClearTemplate>(clearBins),
  clearResults: handler<ClearTemplate>(clearResults),
};

/** An ideal inventory that was read from a workbook without a fault. */
export type ReadIdeal = {
  idealInventoryName: string;
  templateString: string;
  bins: readonly IdealBin[];
  file: Uint8Array;
};

/**
 * Records an ideal inventory under its nickname; the file and the bins are kept first. Returns its new template's id,
 * the same for a repeated command. Refuses as `loadIdeal` does; throws FilesUnavailable.
 */
export async function recordIdeal(
  context: ReassortmentContext,
  command: Command,
  customerId: number,
  { file, bins, ...ideal }: ReadIdeal,
): Promise<Reached & { templateId: string }> {
  const templateId = deriveId('template', command.commandId);
  const [kept, made] = [bodyOf('xlsx', file), jsonBody({ bins })];
  const input = { customerId, ...ideal, templateId, bins, fileHash: kept.hash, binsHash: made.hash };
  return { templateId, ...(await carry(context, command, customerId, [loadIdeal, input], [kept, made])) };
}

/**
 * Records a customer's current stock for a template; the file and its rows are kept first. Returns the stock's id, the
 * same for a repeated command. Refuses as `uploadStock` does; throws FilesUnavailable.
 */
export async function recordStock(
  context: ReassortmentContext,
  command: Command,
  customerId: number,
  { file, stock, templateId }: { templateId: string; stock: StockBody; file: Uint8Array },
): Promise<Reached & { stockId: string }> {
  const stockId = deriveId('stock', command.commandId);
  const [kept, rows] = [bodyOf('xlsx', file), jsonBody(stock)];
  const input = { customerId, templateId, stockId, stock, fileHash: kept.hash, stockHash: rows.hash };
  return { stockId, ...(await carry(context, command, customerId, [uploadStock, input], [kept, rows])) };
}

/**
 * Records a template's stock with some rows of the same file corrected. Refuses as `mendStock` does; throws
 * FilesUnavailable.
 */
export function recordMendedStock(
  context: ReassortmentContext,
  command: Command,
  customerId: number,
  mended: Pick<MendStock, 'templateId' | 'formerHash' | 'seenFileHash' | 'stock' | 'unknown'>,
): Promise<Reached> {
  const [stockId, rows] = [deriveId('stock', command.commandId), jsonBody(mended.stock)];
  const input = { customerId, stockId, ...mended, stockHash: rows.hash };
  return carry(context, command, customerId, [mendStock, input], [rows]);
}

/** Records a plan; its inputs and its answer are kept first. Refuses as `makePlan` does; throws FilesUnavailable. */
export function recordPlan(
  context: ReassortmentContext,
  command: Command,
  customerId: number,
  plan: MadePlanOf,
  bodies: readonly Body[],
): Promise<Reached> {
  return carry(context, command, customerId, [makePlan, plan], bodies);
}

/**
 * Changes quantities of an ideal's bins. Refuses (422) an unknown template and what `changeBins` refuses, and (409)
 * quantities that somebody has changed since they were seen; throws FilesUnavailable.
 */
export async function changeIdeal(
  context: ReassortmentContext,
  command: Command,
  customerId: number,
  { templateId, changes }: { templateId: string; changes: readonly BinChange[] },
): Promise<Reached> {
  const state = await loadReassortment(context, customerId);
  const template = requireTemplate(state, templateId);
  const { bins } = await readBody(context.files, template.binsHash, binsBodySchema);
  const { templateString, binsHash: formerHash } = template;
  const isChanged = isChangedSinceSeen(templateString, bins, changes);
  // Against quantities that its author has not seen, a change may be none that can be made.
  const edited = isChanged ? bins : changeBins(templateString, bins, storeNames(state), changes);
  const made = jsonBody({ bins: edited });
  const input = {
    templateId,
    formerHash,
    isChangedSinceSeen: isChanged,
    binsHash: made.hash,
    binCount: bins.length,
    changedBins: edited.filter((bin, place) => !isDeepStrictEqual(bin, bins[place])).length,
    pieces: edited.reduce((sum, { targetQty }) => sum + targetQty, 0),
  };
  return carry(context, command, customerId, [editIdeal, input], [made]);
}

/** Locks or unlocks stones of a template's stock. Refuses as `lockStones` does; throws FilesUnavailable. */
export async function setLocks(
  context: ReassortmentContext,
  command: Command,
  customerId: number,
  asked: { templateId: string; customerStoneIds: readonly string[]; locked: boolean },
): Promise<Reached> {
  const { stock } = requireTemplate(await loadReassortment(context, customerId), asked.templateId);
  const stones = stock ? (await readBody(context.files, stock.stockHash, stockBodySchema)).stones : [];
  const known = new Set(stones.map(({ customerStoneId }) => customerStoneId));
  return carry(context, command, customerId, [lockStones, { ...asked, known }]);
}
