import { sql, type RawBuilder } from 'kysely';
import type { Migration } from './migration.ts';

/** Run before those of the capabilities, because their lists are sorted by it. */
export const namesInOrderMigrations: readonly Migration[] = [
  {
    name: 'names-in-order-1',
    sql: `
      -- The order of compareNames. No index uses it, so that another version of ICU leaves nothing to build again.
      create collation vitrine.names (provider = icu, locale = 'en-u-kn-true');`,
  },
];

/** A text of the database to sort by, in the order of `compareNames`. */
export const inOrderOfNames = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${text} collate vitrine.names`;
