import { modelImportReport } from '#contracts/api/jewellery.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { callGroup, idempotencyKey, sendPosition, type App } from '#services/platform/http/index.ts';
import { acceptSheets, sheetBody, SHEET_TYPES } from '#services/platform/workbooks/index.ts';
import { importModels, MODEL_SHEET_LIMITS } from './import-models.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['jewellery'] });

/** POST /api/jewellery-models/import: the file's bytes as the body (product: Manage jewellery models). */
export function registerImportRoutes(app: App, context: CommandContext): void {
  const schema = {
    summary: 'Import models from a spreadsheet',
    description: 'The body is the .xlsx or .csv file itself.',
    consumes: [...SHEET_TYPES],
    response: { 200: modelImportReport },
  };
  acceptSheets(app, (scope) => {
    scope.post(
      '/api/jewellery-models/import',
      { ...forAdministrators(schema), bodyLimit: MODEL_SHEET_LIMITS.bytes },
      async (request, reply) => {
        const report = await importModels(context, {
          bytes: sheetBody(request.body),
          actor: request.caller.actor,
          key: idempotencyKey(request),
        });
        sendPosition(reply, report.position);
        return report;
      },
    );
  });
}
