import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { modelImportReport } from '#contracts/api/jewellery.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { idempotencyKey, sendPosition, type App } from '#services/platform/http/index.ts';
import { acceptSheets, sheetBody, SHEET_TYPES } from '#services/platform/workbooks/index.ts';
import { importModels, MODEL_SHEET_LIMITS } from './import-models.ts';

const administrator = { access: 'administrator', surface: 'rest' } as const;

/** POST /api/jewellery-models/import: the file's bytes as the body (product: Manage jewellery models). */
export function registerImportRoutes(app: App, context: CommandContext): void {
  const schema = {
    tags: ['jewellery'],
    summary: 'Import models from a spreadsheet',
    description: 'The body is the .xlsx or .csv file itself.',
    consumes: [...SHEET_TYPES],
    response: { 200: modelImportReport },
  };
  void app.register(async (plain) => {
    const scope = plain.withTypeProvider<ZodTypeProvider>();
    acceptSheets(scope);
    scope.post(
      '/api/jewellery-models/import',
      { config: administrator, bodyLimit: MODEL_SHEET_LIMITS.bytes, schema },
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
