import { sql } from 'kysely';
import type { FeedRunComparison } from '#contracts/api/vendor-feeds.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { FeedRun } from './run-store.ts';

/** The vendor's previous run with a readable file; null when there is none. */
export async function runBefore(
  db: Db,
  { id, vendorId, requestedAt }: Pick<FeedRun, 'id' | 'vendorId' | 'requestedAt'>,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from vitrine.feed_run where vendor_id = ${vendorId} and id <> ${id} and requested_at <= ${requestedAt}
      and rows is not null order by requested_at desc, id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

const MOST_ROWS = 1_000;

/** Stones that are in only one of two runs' files, or have another cost in it, by the parcels' names. */
export async function compareRuns(
  db: Db,
  before: string,
  after: string,
): Promise<Omit<FeedRunComparison, 'before'>> {
  const offered = (run: string) => sql`
    (select * from vitrine.feed_run_row where run_id = ${run} and parcel_name is not null and row is not null)`;
  const compared = sql`
    select coalesce(new.id, old.id) as id, coalesce(new.stone, old.stone) as stone, old.id is null as is_added,
      new.id is null as is_left, old.class as old_class, old.cost_after as old_cost, new.class as new_class,
      new.cost_after as new_cost
    from ${offered(before)} as old full join ${offered(after)} as new on new.id = old.id
    where old.id is null or new.id is null or old.cost_after is distinct from new.cost_after`;
  const [counts, rows] = await Promise.all([
    sql<{ added: number; left: number; repriced: number }>`
      select count(*) filter (where is_added)::int as added, count(*) filter (where is_left)::int as left,
        count(*) filter (where not is_added and not is_left)::int as repriced from (${compared}) as compared`.execute(
      db,
    ),
    sql<FeedRunComparison['rows'][number]>`
      select id, stone,
        case when not is_added then json_build_object('class', old_class, 'cost', old_cost / 100.0) end as before,
        case when not is_left then json_build_object('class', new_class, 'cost', new_cost / 100.0) end as after
      from (${compared}) as compared order by id limit ${MOST_ROWS}`.execute(db),
  ]);
  return { ...(counts.rows[0] ?? { added: 0, left: 0, repriced: 0 }), rows: rows.rows };
}
