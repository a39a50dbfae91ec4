import type pg from 'pg';
import type { Compared } from './compare-logs.ts';
import type { Places } from './places.ts';

/** The rows in Postgres keep places in a log that is neither the one that was copied nor its copy. */
export class NotOfThatLog extends Error {
  override readonly name = 'NotOfThatLog';
  constructor(reactor: string) {
    super(
      `Every checkpoint in this database (DATABASE_URL), as that of ${reactor}, is of another event log than the one that was copied: nothing was carried over.`,
    );
  }
}

export type CarryOver = Pick<Compared, 'places' | 'lost'> & {
  readonly from: string;
  readonly to: string;
  /**
   * The tables came back a moment ago from a backup that was found to be of that log, so nothing in them was carried over
   * yet. Of others only the checkpoints tell it.
   */
  readonly areRestored: boolean;
};

/**
 * Sets every place in the log that Postgres keeps beside the read models to the same event's in the copy: the reactors'
 * checkpoints and what they have still to react to, the cuts of bill runs and of reports, and how far saved searches have
 * looked. Snapshots of streams, which hold places too, are dropped: they are made again. So nothing is sent twice and
 * nothing is left out. A reactor that waits for an order, because its checkpoint is of a third log, goes on waiting; all
 * of them may in tables that were restored. Run it inside a transaction; done before, on tables that were not, it changes
 * nothing. Throws NotOfThatLog.
 */
export async function carryOver(client: pg.ClientBase, carrying: CarryOver): Promise<void> {
  const { places, from, to, areRestored } = carrying;
  const { rows: reactors } = await client.query<Checkpoint>(
    'select reactor, position, log_id as "logId" from vitrine.reactor_checkpoint order by reactor for update',
  );
  const ofThisLog = reactors.filter(({ logId }) => logId === null || logId === from);
  const [first] = reactors;
  const isOfThird = ofThisLog.length === 0 && !reactors.some(({ logId }) => logId === to);
  if (first && isOfThird && !areRestored) throw new NotOfThatLog(first.reactor);
  for (const { reactor, position } of ofThisLog) {
    await client.query(
      'update vitrine.reactor_checkpoint set position = $2, log_id = $3 where reactor = $1',
      [reactor, places.at(BigInt(position)).toString(), to],
    );
    await carryTasks(client, reactor, carrying);
  }
  // The others have no log's id beside their places; they are carried with the reactors, once.
  if (ofThisLog.length > 0 || areRestored) await carryRows(client, places);
  await client.query('delete from vitrine.snapshot');
}

type Checkpoint = { reactor: string; position: number; logId: string | null };

/**
 * In two steps: a task's new place may be the old one of another. The revisions of a stream that has lost its beginning
 * count in the copy from what is left.
 */
async function carryTasks(
  client: pg.ClientBase,
  reactor: string,
  { places, lost }: Pick<CarryOver, 'places' | 'lost'>,
): Promise<void> {
  const { rows } = await client.query<{ position: number; stream: string; revision: number }>(
    'select position, stream, revision from vitrine.reactor_retry where reactor = $1',
    [reactor],
  );
  const there = rows.map(({ position }) => String(position));
  const here = there.map((position) => places.at(BigInt(position)).toString());
  const revisions = rows.map(({ stream, revision }) =>
    (BigInt(revision) - (lost.get(stream) ?? 0n)).toString(),
  );
  await client.query('update vitrine.reactor_retry set position = -1 - position where reactor = $1', [
    reactor,
  ]);
  await client.query(
    `update vitrine.reactor_retry as task set position = moved.here, revision = moved.revision
     from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as moved (there, here, revision)
     where task.reactor = $1 and task.position = -1 - moved.there`,
    [reactor, there, here, revisions],
  );
}

/**
 * Rows with a place and no log's id beside it: how their places are read, and set. A saved search looks at everything
 * once more: what its list was shown with is that of read models that are built anew.
 */
const ROWS_WITH_PLACES = [
  [
    'select id, cut_position as position from vitrine.bill_run where cut_position is not null',
    'update vitrine.bill_run set cut_position = $2 where id = $1',
  ],
  [
    "select id, (cut ->> 'position')::bigint as position from vitrine.report_run",
    "update vitrine.report_run set cut = jsonb_set(cut::jsonb, '{position}', to_jsonb($2::bigint))::json where id = $1",
  ],
  [
    'select id, looked_to as position from vitrine.saved_search where looked_to is not null',
    'update vitrine.saved_search set looked_to = $2, look = null where id = $1',
  ],
] as const;

async function carryRows(client: pg.ClientBase, places: Places): Promise<void> {
  for (const [read, set] of ROWS_WITH_PLACES) {
    const { rows } = await client.query<{ id: string; position: number }>(read);
    for (const { id, position } of rows)
      await client.query(set, [id, places.at(BigInt(position)).toString()]);
  }
}
