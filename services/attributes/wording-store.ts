import { sql } from 'kysely';
import { z } from 'zod';
import { LIST_NAMES, type AttributeListName } from '#contracts/api/attribute-lists.ts';
import { grouped } from '#contracts/vocabulary/grouped.ts';
import type { Db, Migration } from '#services/platform/database/index.ts';
import type { Wording, Wordings } from './wordings.ts';

export const attributeMigrations: readonly Migration[] = [
  {
    name: 'attribute-wording-1',
    // Each edit of a list is a row. The newest counts, the others record who changed what. `words` holds only the
    // house's own.
    sql: `create table vitrine.attribute_wording (
      list text not null, version int not null, words jsonb not null, changed_by text not null, changed_at timestamptz not null,
      primary key (list, version))`,
  },
];

const word = z.string().optional();
const rowSchema = z.object({
  list: z.enum(LIST_NAMES),
  version: z.number(),
  words: z.record(z.string(), z.object({ description: word, blDescription: word })),
  changedBy: z.string(),
  changedAt: z.date().transform((at) => at.toISOString()),
});

/** The newest `depth` wordings of each list. */
export async function readWordings(db: Db, depth: number): Promise<Wordings> {
  const { rows } = await sql`
    select list, version, words, changed_by as "changedBy", changed_at as "changedAt"
    from (select *, row_number() over (partition by list order by version desc) as place from vitrine.attribute_wording) as numbered
    where place <= ${depth} and list = any(${LIST_NAMES}) order by list, version desc`.execute(db);
  return grouped(z.array(rowSchema).parse(rows), ({ list }) => list);
}

/** Keeps an edit; false when another edit has taken this version already. */
export async function keepWording(
  db: Db,
  list: AttributeListName,
  { version, words, changedBy, changedAt }: Wording,
): Promise<boolean> {
  const { rows } = await sql`
    insert into vitrine.attribute_wording (list, version, words, changed_by, changed_at)
    values (${list}, ${version}, ${JSON.stringify(words)}, ${changedBy}, ${changedAt})
    on conflict do nothing returning version`.execute(db);
  return rows.length > 0;
}
