import type pg from 'pg';
import type { BuildWriter } from './build-writer.ts';
import { Fenced } from './failures.ts';

/**
 * Where the builds of a group have come together. A build that follows it has nothing to do between its own checkpoint
 * and the place, so that a batch moves the checkpoints only of those that it concerns.
 */
export type Place = { readonly id: string; readonly position: bigint };

/** A build that follows a place, as its row has it. */
export type Follower = {
  readonly name: string;
  readonly build: number;
  readonly generation: number;
  readonly state: string;
  readonly checkpoint: bigint;
};

type FollowerRow = Omit<Follower, 'checkpoint'> & { readonly checkpoint: string };

/** True when the row is the writer's live build, as the writer knows it and with the checkpoint that it left there. */
export const isAtPlace = ({ build }: BuildWriter, checkpoint: bigint, row: Follower): boolean =>
  row.state === 'live' &&
  row.name === build.name &&
  row.build === build.build &&
  row.generation === build.generation &&
  row.checkpoint === checkpoint;

/**
 * Makes a place, and removes those that no build follows any more. One that another process has just made has no
 * followers yet, and stays.
 */
export async function makePlace(pool: pg.Pool, { id, position }: Place): Promise<void> {
  await pool.query(
    `delete from vitrine.projection_place p
     where p.updated_at < now() - interval '1 minute'
       and not exists (select from vitrine.projection_build b where b.follows = p.id)`,
  );
  await pool.query('insert into vitrine.projection_place (id, position) values ($1, $2)', [id, position]);
}

/**
 * Lets a live build that has come to the place follow it. False when it is no longer as the writer knows it. One that
 * still follows another place is in its next generation from now on: the process that moved it was killed, or Postgres,
 * so there may be answers of rows that were lost and are written again.
 */
export async function follow(pool: pg.Pool, place: Place, writer: BuildWriter): Promise<boolean> {
  const { name, build, generation } = writer.build;
  const { rows } = await pool.query<{ generation: number }>(
    `update vitrine.projection_build set follows = $1, position = $2, events = events + $3,
       generation = generation + (follows is not null)::int
     where name = $4 and build = $5 and position = $6 and generation = $7 and state = 'live' returning generation`,
    [place.id, place.position, writer.passedBy(), name, build, writer.checkpoint(), generation],
  );
  if (!rows[0]) return false;
  writer.joined(place.position, rows[0].generation);
  return true;
}

/** True when the place is still where this process left it. */
export async function isPlaceAt(pool: pg.Pool, { id, position }: Place): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from vitrine.projection_place where id = $1 and position = $2',
    [id, position],
  );
  return rowCount === 1;
}

/** What ends a group whose place is not where it left it. */
export const placeLost = (position: bigint): Fenced =>
  new Fenced('the place of the live projections', position);

/**
 * Moves a place that is still where this process left it; gives the builds that follow it. Null when it was removed, or
 * when Postgres was killed and lost the commits that moved it: what was written with them is lost too.
 */
export async function movePlace(
  client: pg.ClientBase,
  { id, position }: Place,
  to: bigint,
): Promise<Follower[] | null> {
  const { rows } = await client.query<FollowerRow | { name: null }>(
    `with place as (
       update vitrine.projection_place set position = $3, updated_at = now() where id = $1 and position = $2 returning id)
     select b.name, b.build, b.generation, b.state, b.position::text as checkpoint
     from place left join vitrine.projection_build b on b.follows = place.id`,
    [id, position, to],
  );
  if (rows.length === 0) return null;
  return rows.flatMap((row) => (row.name === null ? [] : { ...row, checkpoint: BigInt(row.checkpoint) }));
}

/**
 * Leaves builds at the place, which goes on without them: what comes next may concern them. What was answered of their
 * rows may have been lost, so they are in their next generation.
 */
export async function leaveBehind(
  client: pg.ClientBase,
  { id, position }: Place,
  builds: readonly Follower[],
): Promise<void> {
  await client.query(
    `update vitrine.projection_build b set position = greatest(b.position, $2), follows = null,
       generation = b.generation + 1
     from unnest($3::text[], $4::int[]) as left_behind (name, build)
     where b.name = left_behind.name and b.build = left_behind.build and b.follows = $1`,
    [id, position, builds.map(({ name }) => name), builds.map(({ build }) => build)],
  );
}
