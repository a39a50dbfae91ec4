import { vendorInventoryRequest } from '#contracts/api/vendor-feeds.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import { vendorById } from '#projections/vendors/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { callGroup, type App } from '#services/platform/http/index.ts';
import { acceptSheets, readSentSheets, sheetBody, SHEET_TYPES } from '#services/platform/workbooks/index.ts';
import { requireVendor } from '../require-vendor.ts';
import { readInventorySheet } from './read-inventory-sheet.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['vendors'] });

const MOST_BYTES = 32 * 1024 * 1024;

/** POST /api/vendors/{id}/inventory-sheet: the rows of an accept/reject sheet, as PUT /vendor/{id}/inventory takes them. */
export function registerInventorySheetRoutes(app: App, { db }: { db: Db }): void {
  acceptSheets(app, (scope) => {
    scope.post(
      '/api/vendors/:id/inventory-sheet',
      {
        ...forAdministrators({
          summary: 'Read an accept/reject sheet; nothing is written',
          description: 'The body is the .xlsx or .csv file itself.',
          consumes: [...SHEET_TYPES],
          params: rowParams,
          response: { 200: vendorInventoryRequest },
        }),
        bodyLimit: MOST_BYTES,
      },
      async ({ params: { id }, body }) => {
        const record = await vendorById(db, id);
        const { settings } = requireVendor({ vendorId: id, ...(record && { record }) });
        return readInventorySheet(await readSentSheets(sheetBody(body), { bytes: MOST_BYTES }, 'file'), {
          vendorId: id,
          ...settings,
        });
      },
    );
  });
}
