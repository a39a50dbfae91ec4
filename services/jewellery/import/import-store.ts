import { sql } from 'kysely';
import { modelImportReport, type ModelImportReport } from '#contracts/api/jewellery.ts';
import type { Db, Migration } from '#services/platform/database/index.ts';

/** Reports of imports by the command's id, for the answer to a repeated command: an import has no stream. */
export const importMigrations: readonly Migration[] = [
  {
    name: 'jewellery-model-import',
    sql: `create table vitrine.jewellery_model_import (
      import_id text primary key, file_hash text not null, report jsonb, begun_at timestamptz not null)`,
  },
];

/** Notes that an import has begun; returns the hash of the file it first began with, and its report if it has one. */
export async function beginImport(
  db: Db,
  importId: string,
  fileHash: string,
  at: Date,
): Promise<{ fileHash: string; report: ModelImportReport | null }> {
  await sql`insert into vitrine.jewellery_model_import (import_id, file_hash, begun_at) values (${importId}, ${fileHash}, ${at})
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ fileHash: string; report: unknown }>`
    select file_hash as "fileHash", report from vitrine.jewellery_model_import where import_id = ${importId}`.execute(
    db,
  );
  const { fileHash: known, report } = rows[0]!;
  return { fileHash: known, report: report === null ? null : modelImportReport.parse(report) };
}

/** Keeps the report of an import, unless a repetition was faster; returns the one that is kept. */
export async function endImport(
  db: Db,
  importId: string,
  report: ModelImportReport,
): Promise<ModelImportReport> {
  const { rows } = await sql<{ report: unknown }>`
    update vitrine.jewellery_model_import set report = coalesce(report, ${JSON.stringify(report)}::jsonb)
    where import_id = ${importId} returning report`.execute(db);
  return modelImportReport.parse(rows[0]?.report);
}
