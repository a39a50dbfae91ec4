import type { Actor } from '#contracts/events/index.ts';
import { HOUSE_CUSTOMER, type Store } from '#contracts/reassortment/reassortment.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { parcelsOfCustomer } from '#projections/parcels/index.ts';
import { random } from '#services/platform/random.ts';
import { readSheets } from '#services/platform/workbooks/index.ts';
import {
  attributesOfTemplate,
  changeIdeal,
  loadReassortment,
  printBin,
  readIdeal,
  readStock,
  reassortmentCommands,
  recordIdeal,
  recordStock,
  requestPlan,
  type ReassortmentContext,
} from '#services/reassortment/index.ts';
import { DEMO_ADMINISTRATOR } from '../demo-users.ts';
import { idealSheets } from './ideal-sheets.ts';
import { COLUMN_MAPS, stockSheet, VALUE_MAPS } from './stock-sheet.ts';
import { workbookOf } from './workbook.ts';

const REP: Actor = { username: 'demo-rep', role: 'salesRep' };
const SEED = 20_262;
const NICKNAME = 'Core rounds and ovals';

/** The jewellers of the demo with several stores, and how many stones of their own they have. */
const JEWELLERS = [
  { customerId: 7, stores: ['Main Street', 'Harbor Place', 'Arundel Mall'], own: 58 },
  { customerId: 3, stores: ['Beacon Hill', 'Back Bay', 'Cambridge'], own: 90 },
] as const;
const VAULT = ['Vault'];

export type FillReassortment = ReassortmentContext & { today(): HouseDay };

/**
 * Gives the demo's jewellers stores, an ideal inventory, current stock and a plan, and the house an ideal of its own, as
 * far as they have none. A start that was killed continues where it was; the plan is made in the background.
 */
export async function fillReassortment(context: FillReassortment): Promise<void> {
  for (const { customerId, stores, own } of JEWELLERS)
    if (!(await isBegun(context, customerId))) await fillJeweller(context, customerId, stores, own);
  if ((await loadReassortment(context, HOUSE_CUSTOMER)).templates.length === 0)
    await fillIdeal(context, HOUSE_CUSTOMER, VAULT, 9);
}

/** Whether a jeweller has all that the demo gives it, or has cleared it since. */
async function isBegun(context: FillReassortment, customerId: number): Promise<boolean> {
  const { templates } = await loadReassortment(context, customerId);
  return templates.some(({ plans, cleared }) => plans.length > 0 || cleared);
}

async function fillJeweller(
  context: FillReassortment,
  customerId: number,
  stores: readonly string[],
  own: number,
): Promise<void> {
  const templateId = await fillIdeal(context, customerId, stores, 3);
  await reassortmentCommands.setColumnMaps(context, step('column maps', customerId), customerId, {
    columnMaps: COLUMN_MAPS,
  });
  await reassortmentCommands.setValueMaps(context, step('value maps', customerId), customerId, {
    valueMaps: VALUE_MAPS,
  });
  const state = await loadReassortment(context, customerId);
  const template = state.templates.find((each) => each.templateId === templateId)!;
  if (!template.stock) {
    const parcels = await parcelsOfCustomer(context.db, customerId, 'natural');
    const held = parcels.filter(({ end, status }) => end === null && status === 'CUSTOMER');
    const source = random(SEED + customerId).fork('stock');
    const sheet = stockSheet(source, stores, { held, own, today: context.today() });
    const file = await workbookOf([sheet]);
    const words = { ...state, attributes: attributesOfTemplate(template.templateString) };
    const stock = readStock(await readSheets(file), words);
    await recordStock(context, step('stock', customerId), customerId, { templateId, stock, file });
  }
  const asking = { id: `demo-plan-${customerId}`, actor: REP, customerId, atLeast: null };
  await requestPlan(context, asking, templateId);
}

/** Stores and an ideal by crosstab, whose bins then take one more or less than their target. Gives the template's id. */
async function fillIdeal(
  context: FillReassortment,
  customerId: number,
  names: readonly string[],
  most: number,
): Promise<string> {
  const stores = names.map((storeName, index): Store => ({ storeId: String(index + 1), storeName }));
  await reassortmentCommands.setStores(context, step('stores', customerId), customerId, { stores });
  const source = random(SEED + customerId).fork('ideal');
  const file = await workbookOf(idealSheets(source, names, most));
  const read = readIdeal(await readSheets(file), stores);
  if ('faults' in read) throw new Error(`the demo's ideal cannot be read: ${JSON.stringify(read.faults[0])}`);
  const { templateString, bins } = read.ideal;
  const { templateId } = await recordIdeal(context, step('ideal', customerId), customerId, {
    idealInventoryName: NICKNAME,
    templateString,
    bins,
    file,
  });
  const changes = bins.map(({ storeId, spec, targetQty }) => ({
    storeId,
    binSpec: printBin(templateString, spec),
    minQty: Math.max(0, targetQty - 1),
    maxQty: targetQty + 1,
  }));
  await changeIdeal(context, step('bins', customerId), customerId, { templateId, changes });
  return templateId;
}

const step = (what: string, customerId: number) => ({
  commandId: `demo reassortment ${customerId} ${what}`,
  actor: DEMO_ADMINISTRATOR,
});
