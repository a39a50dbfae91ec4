import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { StoreUnusable } from '../store-unusable.ts';
import type { Migration } from './migration.ts';

const NAMES_IN_ORDER = 'names-in-order-1';

/** Run before those of the capabilities, because their lists are sorted by it. */
export const namesInOrderMigrations: readonly Migration[] = [
  {
    name: NAMES_IN_ORDER,
    sql: `
      -- Others that ICU knows would be refused at the first character that they have not.
      do $$ begin
        if current_setting('server_encoding') <> 'UTF8' then raise feature_not_supported; end if;
      end $$;
      -- The order of compareNames. No index uses it, so that another version of ICU leaves nothing to build again.
      create collation vitrine.names (provider = icu, locale = 'en-u-kn-true');`,
  },
];

// SQLSTATE feature_not_supported: ICU's collations, where the build has none, and other encodings.
const NOT_SUPPORTED = '0A000';

/** What an operator has to change where the database cannot have the order of names; undefined for other failures. */
export const withoutOrderOfNames = (migration: string, error: unknown): StoreUnusable | undefined =>
  migration === NAMES_IN_ORDER && error instanceof pg.DatabaseError && error.code === NOT_SUPPORTED
    ? new StoreUnusable(
        'The database (DATABASE_URL) cannot be used. It must be UTF-8, on a Postgres built with ICU: make such a database, and restore a backup into it.',
        { cause: error },
      )
    : undefined;

/**
 * Notes the version of ICU that the database has now: after an upgrade each connection would warn of the former one.
 * Lists are sorted anew by each question, so that nothing depends on it.
 */
export async function refreshOrderOfNames(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_collation
     where oid = 'vitrine.names'::regcollation and collversion <> pg_collation_actual_version(oid)`,
  );
  if (rowCount) await client.query('alter collation vitrine.names refresh version');
}

/** A text of the database to sort by, in the order of `compareNames`. */
export const inOrderOfNames = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${text} collate vitrine.names`;
