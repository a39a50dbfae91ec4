import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import type { CustomerStone } from '#contracts/reassortment/customer-stone.ts';
import { reassortmentCommands, recordIdeal, recordStock, type ReassortmentContext } from '../handlers.ts';

const actor = { username: 'admin', role: 'administrator' } as const;
let commands = 0;
const command = () => ({ commandId: `reassorted ${++commands}`, actor });

/** Rounds of 0.30 to 0.39 carats, or of 1.00 to 1.19, VS1 or VS2. */
export const BIN = 'RD | 0.30-0.39 | VS1-VS2';
export const LARGE_BIN = 'RD | 1.00-1.19 | VS1-VS2';

export const aBin = (
  storeId: string,
  weight: readonly [number, number],
  [minQty, targetQty, maxQty]: readonly [number, number, number],
): IdealBin => ({
  storeId,
  spec: {
    shape: ['RD'],
    weight: { minimum: weight[0], maximum: weight[1] },
    clarity: ['VS1', 'VS2'],
  },
  minQty,
  targetQty,
  maxQty,
  targetCents: null,
});

/** A row of a jeweller's stock: a VS1 round of 0.31 carats unless given. */
export const aStone = (
  customerStoneId: string,
  storeId: string,
  more: Partial<CustomerStone> = {},
): CustomerStone => ({
  row: 2,
  customerStoneId,
  storeId,
  stone: { shape: 'RD', weight: 310, clarity: 'VS1' },
  priceCents: 100_000,
  retailPriceCents: null,
  status: null,
  soldDate: null,
  quantity: 1,
  ...more,
});

/**
 * Gives a customer two stores that each want small rounds (store 1 at most one, store 2 at least one) and the first of
 * them a large one, and this stock. Gives the template's id.
 */
export async function reassortedCustomer(
  context: ReassortmentContext,
  customerId: number,
  stones: readonly CustomerStone[],
): Promise<string> {
  await reassortmentCommands.setStores(context, command(), customerId, {
    stores: [
      { storeId: '1', storeName: 'Main Street' },
      { storeId: '2', storeName: 'Harbour' },
    ],
  });
  const { templateId } = await recordIdeal(context, command(), customerId, {
    idealInventoryName: 'Ideal 2026',
    templateString: '{shape} | {weight} | {clarity}',
    bins: [
      aBin('1', [300, 390], [0, 1, 1]),
      aBin('2', [300, 390], [1, 1, 2]),
      aBin('1', [1000, 1190], [1, 1, 1]),
    ],
    file: Buffer.from('an ideal'),
  });
  await recordStock(context, command(), customerId, {
    templateId,
    stock: { stones: [...stones], unreadable: [] },
    file: Buffer.from('a stock'),
  });
  return templateId;
}
