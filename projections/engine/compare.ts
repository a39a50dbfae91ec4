import type pg from 'pg';
import { liveBuild, tableNames, tablesOf, type Build } from './builds.ts';

/** Rows of one table that differ between the live build and a copy at the same log position. */
export type Difference = {
  readonly table: string;
  /** Rows of the live build that the copy has not. */
  readonly onlyLive: number;
  /** Rows of the copy that the live build has not. */
  readonly onlyCopy: number;
  /** Some of the copy's, as Postgres writes rows. */
  readonly examples: readonly string[];
};

const EXAMPLES = 3;
const hashesOf = (table: string): string => `"hashes_of_${table}"`;

/**
 * Compares a copy with the live build, row by row, at one log position: the live one's rows are seen in a snapshot,
 * where rows and checkpoint belong together, so its writer is never held up; `bringTo` brings the copy there.
 * Null when there is no live build of that version. Whole tables are compared by their row hashes' sum first; where
 * that differs, by each row's hash.
 */
export async function compareWithLive(
  pool: pg.Pool,
  copy: Build,
  bringTo: (position: bigint) => Promise<void>,
): Promise<Difference[] | null> {
  const snapshot = await pool.connect();
  try {
    await snapshot.query('begin isolation level repeatable read');
    const live = await liveBuild(snapshot, copy.name);
    if (live?.version !== copy.version) return null;
    const tables = await tableNames(snapshot, live);
    const sums = await sumsOf(snapshot, live, tables);
    await bringTo(live.position);
    const copySums = await sumsOf(pool, copy, tables);
    const differing = tables.filter((table) => sums.get(table) !== copySums.get(table));
    for (const table of differing) {
      await snapshot.query(
        `create temporary table ${hashesOf(table)} on commit preserve rows as select md5(t::text)::uuid as hash from ${tablesOf(live)(table)} t`,
      );
    }
    // Out of the snapshot, to see the copy's rows.
    await snapshot.query('commit');
    const differences: Difference[] = [];
    for (const table of differing)
      differences.push(await differenceIn(snapshot, table, tablesOf(copy)(table)));
    return differences;
  } finally {
    // Its temporary tables, and a transaction that an error left open, go with the connection.
    snapshot.release(true);
  }
}

/** The number of a table's rows and the sum of their hashes, whatever the rows' order. */
async function sumsOf(
  client: pg.ClientBase | pg.Pool,
  build: Build,
  tables: readonly string[],
): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  for (const table of tables) {
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${tablesOf(build)(table)} t`,
    );
    sums.set(table, rows[0]?.sum ?? '');
  }
  return sums;
}

async function differenceIn(client: pg.ClientBase, table: string, ofCopy: string): Promise<Difference> {
  const copy = `select md5(t::text)::uuid as hash from ${ofCopy} t`;
  const live = `select hash from ${hashesOf(table)}`;
  const { rows: counts } = await client.query<{ only_live: number; only_copy: number }>(
    `select (select count(*)::int from (${live} except all ${copy}) l) as only_live, (select count(*)::int from (${copy} except all ${live}) c) as only_copy`,
  );
  const { rows: examples } = await client.query<{ row: string }>(
    `select left(t::text, 500) as row from ${ofCopy} t where md5(t::text)::uuid in (${copy} except ${live}) limit ${EXAMPLES}`,
  );
  return {
    table,
    onlyLive: counts[0]?.only_live ?? 0,
    onlyCopy: counts[0]?.only_copy ?? 0,
    examples: examples.map(({ row }) => row),
  };
}
