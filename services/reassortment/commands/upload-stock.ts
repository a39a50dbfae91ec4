import type { ReassortmentEvent } from '#contracts/events/index.ts';
import type { StockBody } from '#contracts/reassortment/customer-stone.ts';
import { HOUSE_CUSTOMER, type Reassortment } from '#contracts/reassortment/reassortment.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { requireTemplate } from './require-template.ts';

const MOST_PIECES = 100_000;
/** A mistyped quantity is among the largest. */
const ROWS_NAMED = 3;

export type UploadStock = {
  customerId: number;
  templateId: string;
  stockId: string;
  /** Hash of the file that the rows were read from. */
  fileHash: string;
  stockHash: string;
  stock: StockBody;
};

/**
 * A customer's current stock for one of its ideals, in place of the one uploaded before. Refuses (422) the house, whose
 * stock is the live inventory (rule: House stock), an unknown template, stones of unknown stores, and more than 100,000
 * pieces. The same stock again is not recorded.
 */
export function uploadStock(state: Reassortment, command: UploadStock, at: Instant): ReassortmentEvent[] {
  const { customerId, templateId, stockId, fileHash, stockHash, stock } = command;
  if (customerId === HOUSE_CUSTOMER)
    throw new Refusal(422, "The house's stock is its live inventory: check it instead.", {
      code: 'HOUSE_STOCK',
    });
  const former = requireTemplate(state, templateId).stock;
  if (former?.stockHash === stockHash && former.fileHash === fileHash) return [];
  const known = new Set(state.stores.map(({ storeId }) => storeId));
  const stray = stock.stones.find(({ storeId }) => !known.has(storeId));
  if (stray)
    throw new Refusal(422, `Row ${stray.row}: the customer has no store ${stray.storeId}.`, {
      code: 'UNKNOWN_STORE',
      field: 'excelBody',
    });
  const pieces = stock.stones.reduce((sum, { quantity }) => sum + quantity, 0);
  if (pieces > MOST_PIECES)
    throw new Refusal(
      422,
      `The file has ${formatCount(pieces)} pieces: at most ${formatCount(MOST_PIECES)} can be planned. The largest rows: ${largestRows(stock)}.`,
      { code: 'TOO_MANY', field: 'excelBody' },
    );
  const [rowCount, unreadableCount] = [
    stock.stones.length + stock.unreadable.length,
    stock.unreadable.length,
  ];
  const data = { templateId, stockId, fileHash, stockHash, rowCount, unreadableCount, effectiveAt: at };
  return [{ type: 'StockUploaded', data }];
}

const largestRows = ({ stones }: StockBody): string =>
  stones
    .toSorted((a, b) => b.quantity - a.quantity)
    .slice(0, ROWS_NAMED)
    .map(({ row, quantity }) => `row ${row} (${formatCount(quantity)})`)
    .join(', ');
