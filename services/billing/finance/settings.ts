import { sql } from 'kysely';
import type { z } from 'zod';
import { instantOf, type Db } from '#services/platform/database/index.ts';

/** A recorded setting, with its author, time and reason. */
export type Setting<Value> = { value: Value; reason: string; setBy: string; setAt: string };

export type Subject = 'lock' | 'details' | 'accounts' | `details-${number}`;

/**
 * Every version of a subject's setting, the newest first: that one is in force. Throws ZodError for one that cannot be
 * read.
 */
export async function settingsOf<Value>(
  db: Db,
  subject: Subject,
  schema: z.ZodType<Value>,
): Promise<Setting<Value>[]> {
  const { rows } = await sql<Setting<unknown>>`
    select value, reason, set_by as "setBy", ${instantOf('set_at')} as "setAt"
    from vitrine.finance_setting where subject = ${subject} order by setting_id desc`.execute(db);
  return rows.map((row) => ({ ...row, value: schema.parse(row.value) }));
}

/** The setting in force; undefined when none was ever recorded. */
export async function settingOf<Value>(
  db: Db,
  subject: Subject,
  schema: z.ZodType<Value>,
): Promise<Value | undefined> {
  const [newest] = await settingsOf(db, subject, schema);
  return newest?.value;
}

/** The newest of some subjects' settings: its number, '0' when none was ever recorded, and its author. */
export async function versionOf(
  db: Db,
  subjects: readonly Subject[],
): Promise<{ version: string; setBy: string | undefined }> {
  const { rows } = await sql<{ version: string; setBy: string }>`
    select setting_id::text as version, set_by as "setBy" from vitrine.finance_setting
    where subject = any(${[...subjects]}::text[]) order by setting_id desc limit 1`.execute(db);
  return { version: rows[0]?.version ?? '0', setBy: rows[0]?.setBy };
}

/** Records a setting; the earlier ones stay as its history. */
export async function recordSetting(
  db: Db,
  subject: Subject,
  value: unknown,
  { reason, by, at }: { reason: string; by: string; at: Date },
): Promise<void> {
  await sql`
    insert into vitrine.finance_setting (subject, value, reason, set_by, set_at)
    values (${subject}, ${JSON.stringify(value)}, ${reason}, ${by}, ${at})`.execute(db);
}
