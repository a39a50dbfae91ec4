import type { z } from 'zod';
import type { FeedRunRow, vendorInventoryRow, VendorInventoryRow } from '#contracts/api/vendor-feeds.ts';
import { send } from '../../providers/http-client.ts';

/** The judgement of all chosen rows; what is left out stays. */
export type Judgement = Partial<
  Pick<VendorInventoryRow, 'whiteList' | 'blackList' | 'overrideTier' | 'comments'>
>;

/**
 * Sends it for the rows that name a stock number (rule: Accept and reject). What is not judged is not sent: somebody else
 * may have commented a row since it was read.
 * @throws {HttpError} as `send`
 */
export async function judge(
  vendorId: number,
  rows: readonly Pick<FeedRunRow, 'vendorStockId'>[],
  judgement: Judgement,
): Promise<void> {
  const body = rows.flatMap(({ vendorStockId }) =>
    vendorStockId === null ? [] : [{ vendorId, vendorStockId, ...judgement }],
  );
  await sendInventory(vendorId, body);
}

/** PUT /vendor/{id}/inventory: accept/reject rows. @throws {HttpError} as `send` */
export async function sendInventory(vendorId: number, rows: readonly z.input<typeof vendorInventoryRow>[]) {
  await send(`/vendor/${vendorId}/inventory`, { method: 'PUT', body: rows });
}
