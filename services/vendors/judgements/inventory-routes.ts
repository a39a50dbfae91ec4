import { z } from 'zod';
import { vendorInventoryRequest, type VendorInventoryRow } from '#contracts/api/vendor-feeds.ts';
import type { StockJudgementGiven } from '#contracts/events/index.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { callGroup, sendReached, callCommand, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { judgeStock } from './judge-stock.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'portal', tags: ['vendors'] });

/** A sheet of a whole stock. */
const BODY_LIMIT = 32 * 1024 * 1024;

/** PUT /vendor/{id}/inventory: the rows of an accept/reject sheet (rule: Accept and reject); for administrators. */
export function registerInventoryRoutes(app: App, context: CommandContext): void {
  app.put(
    '/vendor/:id/inventory',
    {
      ...forAdministrators({
        summary: "Accept, reject, comment and set the tiers of stones of a vendor's stock",
        params: rowParams,
        body: vendorInventoryRequest,
        response: { 200: z.object({ rows: z.number() }) },
      }),
      bodyLimit: BODY_LIMIT,
    },
    async (request, reply) => {
      const { id: vendorId } = request.params;
      const rows = request.body;
      refuseUnclear(vendorId, rows);
      const command = callCommand(request, ['vendor inventory'], { vendorId, rows });
      const { position } = await judgeStock(context, command, vendorId, rows.map(judgementGiven));
      await sendReached(reply, context.events, position);
      return { rows: rows.length };
    },
  );
}

/** Refuses rows of another vendor, and a stone that is accepted and rejected by one row. */
function refuseUnclear(vendorId: number, rows: readonly VendorInventoryRow[]): void {
  for (const [index, row] of rows.entries()) {
    if (row.vendorId !== vendorId)
      throw new Refusal(422, `Row ${index + 1} is of vendor ${row.vendorId}.`, {
        code: 'OTHER_VENDOR',
        field: `${index}.vendorId`,
      });
    if (row.blackList && row.whiteList)
      throw new Refusal(422, `${row.vendorStockId} is both accepted and rejected.`, {
        code: 'ACCEPTED_AND_REJECTED',
        field: `${index}.whiteList`,
      });
  }
}

/** A blank status keeps the earlier judgement. */
function judgementGiven(row: VendorInventoryRow): StockJudgementGiven {
  const { vendorStockId, whiteList, blackList, overrideTier, comments } = row;
  return {
    vendorStockId,
    ...(whiteList && { status: 'ACCEPTED' }),
    ...(blackList && { status: 'REJECTED' }),
    ...(overrideTier !== undefined && { overrideTier }),
    ...(comments !== undefined && comments !== null && { comments }),
  };
}
