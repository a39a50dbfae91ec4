import { sql } from 'kysely';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { listUsers } from '#services/identity/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { isUnwritten } from '#services/platform/log-identity.ts';

/** How far the demo data has been loaded (`vitrine.demo_load`); `today` and `seed` make the plan again after a kill. */
export type DemoProgress = { seed: number; today: HouseDay; momentsDone: number; finished: boolean };

/** Where the loading stands; undefined before it began. */
export async function demoProgress(db: Db): Promise<DemoProgress | undefined> {
  const { rows } =
    await sql<DemoProgress>`select seed, today, moments_done as "momentsDone", finished from vitrine.demo_load`.execute(
      db,
    );
  return rows[0];
}

/**
 * True where the demo may load, go on loading and trade on: log and database hold nothing of a house's own yet, or this
 * database notes that the demo began them. Throws the stores' errors.
 */
export async function isDemosHouse({
  db,
  events,
}: {
  db: Db;
  events: Pick<EventStore, 'readAll'>;
}): Promise<boolean> {
  // The note last: it is there before the first event, also of a demo that another process begins in between.
  if ((await isUnwritten(events)) && (await listUsers(db)).length === 0) return true;
  return (await demoProgress(db)) !== undefined;
}

/** Notes that the loading of this plan has begun. */
export async function beginDemo(db: Db, seed: number, today: HouseDay): Promise<void> {
  await sql`insert into vitrine.demo_load (seed, today) values (${seed}, ${today})`.execute(db);
}

/** Notes that the first moments of the plan stand in the log. */
export async function noteDemo(db: Db, momentsDone: number, finished: boolean): Promise<void> {
  await sql`update vitrine.demo_load set moments_done = ${momentsDone}, finished = ${finished}`.execute(db);
}
