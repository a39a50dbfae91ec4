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

/** The live build's row hashes as they were at its checkpoint, held in temporary tables of one connection. */
export type LiveHashes = { readonly live: Build; readonly client: pg.ClientBase };

const EXAMPLES = 3;
const hashesOf = (table: string): string => `"hashes_of_${table}"`;

/**
 * Hashes every row of the live build in one snapshot, so that rows and checkpoint belong together and the live writer
 * is never held up. Null when there is no live build. Throw the connection away afterwards: it holds temporary tables.
 */
export async function hashLiveRows(client: pg.ClientBase, name: string): Promise<LiveHashes | null> {
  await client.query('begin isolation level repeatable read');
  const live = await liveBuild(client, name);
  if (live) {
    for (const table of await tableNames(client, live)) {
      await client.query(`create temporary table ${hashesOf(table)} on commit preserve rows as select md5(t::text)::uuid as hash from ${tablesOf(live)(table)} t`);
    }
  }
  await client.query('commit');
  return live && { live, client };
}

/** Compares a copy that stands at the same log position as the hashes, row by row, whatever the rows' order. */
export async function differencesTo(hashes: LiveHashes, copy: Build): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const table of await tableNames(hashes.client, copy)) {
    const rows = `select md5(t::text)::uuid as hash from ${tablesOf(copy)(table)} t`;
    const live = `select hash from ${hashesOf(table)}`;
    const { rows: counts } = await hashes.client.query<{ only_live: number; only_copy: number }>(
      `select (select count(*)::int from (${live} except all ${rows}) l) as only_live, (select count(*)::int from (${rows} except all ${live}) c) as only_copy`,
    );
    const { only_live: onlyLive, only_copy: onlyCopy } = counts[0]!;
    if (onlyLive === 0 && onlyCopy === 0) continue;
    const { rows: examples } = await hashes.client.query<{ row: string }>(
      `select left(t::text, 500) as row from ${tablesOf(copy)(table)} t where md5(t::text)::uuid in (${rows} except ${live}) limit ${EXAMPLES}`,
    );
    differences.push({ table, onlyLive, onlyCopy, examples: examples.map(({ row }) => row) });
  }
  return differences;
}
