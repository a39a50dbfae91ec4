import type pg from 'pg';
import type { AnyProjection } from './projection.ts';
import { createIndexes, createTable } from './table.ts';
import { createViews } from './views.ts';

/** One build of a projection: its tables in a schema of their own, its version and its checkpoint. */
export type Build = {
  readonly name: string;
  readonly build: number;
  readonly version: number;
  readonly state: 'live' | 'building' | 'superseded';
  /** The log was read so far: its own checkpoint, or the place that it follows where that is ahead. */
  readonly position: bigint;
  /** Its own checkpoint, from which a writer moves it on: nothing behind it concerned the build up to `position`. */
  readonly checkpoint: bigint;
  /** The event log that the position is a place in; null in builds from before logs had an identity. */
  readonly logId: string | null;
  /** The time zone of the days in its rows; null where they hold none, and in builds from before it was kept. */
  readonly zone: string | null;
  readonly generation: number;
  /** The indexes that only questions use are there. */
  readonly indexed: boolean;
};

/** The builds as `b`, each with the place `p` that it follows, where it follows one. */
export const BUILDS = 'vitrine.projection_build b left join vitrine.projection_place p on p.id = b.follows';

/** The place in the log up to which a build of `BUILDS` was read. */
export const REACHED = 'greatest(b.position, p.position)';

type BuildRow = {
  name: string;
  build: number;
  version: number;
  state: Build['state'];
  position: string;
  checkpoint: string;
  log_id: string | null;
  zone: string | null;
  generation: number;
  indexed: boolean;
};

const READ = `select b.name, b.build, b.version, b.state, ${REACHED}::text as position, b.position::text as checkpoint,
  b.log_id, b.zone, b.generation, b.indexed from ${BUILDS}`;

const toBuild = ({ log_id, position, checkpoint, ...row }: BuildRow): Build => ({
  ...row,
  position: BigInt(position),
  checkpoint: BigInt(checkpoint),
  logId: log_id,
});

/** The schema of a build's tables. */
export const schemaOf = (build: Pick<Build, 'name' | 'build'>): string =>
  `projection_${build.name}_${build.build}`;

/** Gives the qualified, quoted name of a build's table. */
export const tablesOf =
  (build: Pick<Build, 'name' | 'build'>) =>
  (table: string): string =>
    `"${schemaOf(build)}"."${table}"`;

/**
 * The build that answers questions now; null before the first start. `lock` holds its checkpoint, and the place that it
 * follows, until the transaction ends.
 */
export async function liveBuild(
  client: pg.ClientBase | pg.Pool,
  name: string,
  options: { lock?: boolean } = {},
): Promise<Build | null> {
  // The build first, as its writer takes them.
  if (options.lock)
    await client.query(
      `with own as (select follows from vitrine.projection_build where name = $1 and state = 'live' for update)
       select from vitrine.projection_place where id = (select follows from own) for update`,
      [name],
    );
  const { rows } = await client.query<BuildRow>(`${READ} where b.name = $1 and b.state = 'live'`, [name]);
  return rows[0] ? toBuild(rows[0]) : null;
}

/** The builds of these projections that answer questions now, by name, in one question. */
export async function liveBuilds(
  pool: pg.Pool,
  names: readonly string[],
): Promise<ReadonlyMap<string, Build>> {
  const { rows } = await pool.query<BuildRow>(`${READ} where b.name = any($1) and b.state = 'live'`, [names]);
  return new Map(rows.map((row) => [row.name, toBuild(row)]));
}

/** All builds of a projection, oldest first. */
export async function buildsOf(client: pg.ClientBase | pg.Pool, name: string): Promise<Build[]> {
  const { rows } = await client.query<BuildRow>(`${READ} where b.name = $1 order by b.build`, [name]);
  return rows.map(toBuild);
}

/**
 * Creates the next build's schema and tables, at the beginning of this log, without the indexes that only questions use
 * (`indexBuild` makes them when it has caught up). The first build ever is live immediately: there
 * is nothing older to show. Run it inside a transaction, with the projection's lease or rebuild lock held.
 */
export async function createBuild(
  client: pg.ClientBase,
  projection: AnyProjection,
  state: 'live' | 'building',
  logId: string,
): Promise<Build> {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(projection.name))
    throw new Error(
      `projection name ${projection.name}: lower-case letters, digits and underscores, at most 41`,
    );
  const { rows } = await client.query<BuildRow>(
    `insert into vitrine.projection_build (name, build, version, state, log_id, zone)
     select $1, coalesce(max(build), 0) + 1, $2, $3, $4::uuid, $5 from vitrine.projection_build where name = $1
     returning name, build, version, state, position::text as position, position::text as checkpoint, log_id, zone, generation, indexed`,
    [projection.name, projection.version, state, logId, projection.zone ?? null],
  );
  const build = toBuild(rows[0]!);
  await client.query(`create schema "${schemaOf(build)}"`);
  for (const table of projection.tables)
    for (const statement of createTable(table, tablesOf(build)(table.name))) await client.query(statement);
  if (state === 'live') await createViews(client, projection, tablesOf(build));
  return build;
}

/**
 * Makes the indexes that only questions use, where they are not there yet. Run it inside a transaction: the checkpoint
 * is held first, as a writer holds it, so that a writer waits and never meets half of it.
 */
export async function indexBuild(
  client: pg.ClientBase,
  projection: AnyProjection,
  build: Pick<Build, 'name' | 'build'>,
): Promise<void> {
  const { rowCount } = await client.query(
    'update vitrine.projection_build set indexed = true where name = $1 and build = $2 and not indexed',
    [build.name, build.build],
  );
  if (rowCount === 0) return;
  for (const { name, questionIndexes } of projection.tables)
    for (const statement of createIndexes(questionIndexes, tablesOf(build)(name)))
      await client.query(statement);
}

/** Removes a build with its tables, checkpoint and parked streams. */
export async function dropBuild(client: pg.ClientBase, build: Build): Promise<void> {
  await client.query(`drop schema if exists "${schemaOf(build)}" cascade`);
  await client.query('delete from vitrine.projection_build where name = $1 and build = $2', [
    build.name,
    build.build,
  ]);
}

/** Short names of all tables of a build, in alphabetical order. */
export async function tableNames(client: pg.ClientBase, build: Build): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind in ('r', 'p') order by 1`,
    [schemaOf(build)],
  );
  return rows.map((row) => row.name);
}
