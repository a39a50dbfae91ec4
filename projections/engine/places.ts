import type pg from 'pg';
import type { BuildWriter } from './build-writer.ts';

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
};

/** True when the row is the writer's live build, as the writer knows it. */
export const isOf = ({ build }: BuildWriter, row: Follower): boolean =>
  row.state === 'live' &&
  row.name === build.name &&
  row.build === build.build &&
  row.generation === build.generation;

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

/** Lets a live build that has come to the place follow it. False when it is no longer as the writer knows it. */
export async function follow(pool: pg.Pool, place: Place, writer: BuildWriter): Promise<boolean> {
  const { name, build, generation } = writer.build;
  const { rowCount } = await pool.query(
    `update vitrine.projection_build set follows = $1, position = $2, events = events + $3
     where name = $4 and build = $5 and position = $6 and generation = $7 and state = 'live'`,
    [place.id, place.position, writer.passedBy(), name, build, writer.checkpoint(), generation],
  );
  if (rowCount !== 1) return false;
  writer.advanced(place.position);
  return true;
}

/** Moves a place; gives the builds that follow it, none when it was removed. */
export async function movePlace(client: pg.ClientBase, id: string, to: bigint): Promise<Follower[]> {
  const { rows } = await client.query<Follower>(
    `with place as (
       update vitrine.projection_place set position = $2, updated_at = now() where id = $1 returning id)
     select b.name, b.build, b.generation, b.state from place join vitrine.projection_build b on b.follows = place.id`,
    [id, to],
  );
  return rows;
}

/** Leaves builds at the place, which goes on without them: what comes next may concern them. */
export async function leaveBehind(
  client: pg.ClientBase,
  { id, position }: Place,
  builds: readonly Follower[],
): Promise<void> {
  await client.query(
    `update vitrine.projection_build b set position = greatest(b.position, $2), follows = null
     from unnest($3::text[], $4::int[]) as left_behind (name, build)
     where b.name = left_behind.name and b.build = left_behind.build and b.follows = $1`,
    [id, position, builds.map(({ name }) => name), builds.map(({ build }) => build)],
  );
}
