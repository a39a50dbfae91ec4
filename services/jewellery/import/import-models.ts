import { createHash } from 'node:crypto';
import type { ModelImportReport } from '#contracts/api/jewellery.ts';
import type { Actor } from '#contracts/events/index.ts';
import { deriveId, type CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { newestPosition } from '#services/platform/newest-position.ts';
import { keyReused } from '#services/platform/refusal.ts';
import { readSentSheets } from '#services/platform/workbooks/index.ts';
import { recordImportedModel } from '../models/model-commands.ts';
import { beginImport, endImport } from './import-store.ts';
import { readModelRows } from './read-model-rows.ts';

const MB = 1024 * 1024;
/** A catalogue is small; a file with more rows is the wrong one, or an attack (rule: Workbook limits). */
export const MODEL_SHEET_LIMITS = {
  bytes: 8 * MB,
  expandedBytes: 64 * MB,
  rows: 20_000,
  columns: 200,
} as const;

const PARALLEL = 16;

/** A spreadsheet of models: the bytes of an .xlsx or .csv file. `key` is scoped to the user here. */
export type ModelSheet = { bytes: Uint8Array; actor: Actor; key: string };

/**
 * Imports models from a spreadsheet (product: Model edits and import) and reports the outcome of each row. The same
 * sheet again changes nothing; repeated under its key it returns the same report. Throws Refusal 422, with nothing
 * imported, when the file cannot be read, passes a limit or lacks its columns; 409 when the key was used for another
 * file.
 */
export async function importModels(
  context: CommandContext,
  { bytes, actor, key }: ModelSheet,
): Promise<ModelImportReport> {
  const { models, skipped } = readModelRows(await readSentSheets(bytes, MODEL_SHEET_LIMITS, 'file'));
  const importId = deriveId('import-models', actor.username, key);
  const fileHash = createHash('sha256').update(bytes).digest('base64url');
  const begun = await beginImport(context.db, importId, fileHash, context.clock());
  if (begun.fileHash !== fileHash) throw keyReused('another file');
  if (begun.report) return begun.report;

  const outcomes = await inParallel(models, PARALLEL, ({ name, fields }) =>
    recordImportedModel(context, { commandId: importId, actor }, { name, fields }),
  );
  const count = (outcome: string): number => outcomes.filter((one) => one.outcome === outcome).length;
  const reached =
    newestPosition(...outcomes.map(({ position }) => position)) ?? (await context.events.headPosition());
  return endImport(context.db, importId, {
    rows: models.length + skipped.length,
    imported: count('imported'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    skipped,
    position: reached.toString(),
  });
}
