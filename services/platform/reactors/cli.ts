import { BadCall, readCall, runCommandLine } from '../command-line.ts';
import { systemClock } from '../clock.ts';
import { migrate, type Db } from '../database/index.ts';
import type { EventStore } from '../event-store/index.ts';
import { logIdOf } from '../log-identity.ts';
import { withRunningStores } from '../stores/with-running-stores.ts';
import { orderOf } from './first-start.ts';
import { reactorMigrations } from './migrations.ts';
import { beginAfter, reactorStatus, waitingReactors } from './tasks.ts';

const USAGE = `npm run reactors -- status                       shows each reactor's place, and which wait for an order
npm run reactors -- start NAME --from beginning  it reacts to everything ever recorded
npm run reactors -- start NAME --from head       it reacts to what is recorded from now on
npm run reactors -- start NAME --from EVENT-ID   it goes on behind the last event that it has reacted to

Only a reactor that waits can be started. A running Vitrine obeys within seconds. Works on the stores of the Vitrine that
runs here, and on DATABASE_URL and EVENTSTORE_URL.`;

/** Prints where each reactor is; 1 when one waits for an order. */
async function status(db: Db): Promise<number> {
  const waiting = await waitingReactors(db);
  for (const { reactor, position, waiting: tasks, failing } of await reactorStatus(db))
    console.log(`${reactor}  at ${position}, ${tasks} to react to, ${failing} of them failed before`);
  for (const { reactor, reason } of waiting)
    console.log(`${reactor} waits for an order: ${reason}.\n  ${orderOf(reactor)}`);
  return waiting.length > 0 ? 1 : 0;
}

async function start(db: Db, events: EventStore, name: string, from: string): Promise<number> {
  const names = (await waitingReactors(db)).map(({ reactor }) => reactor);
  if (!names.includes(name))
    throw new BadCall(
      `The reactor "${name}" does not wait for an order. ${names.length === 0 ? 'None does.' : `These do: ${names.join(', ')}.`}`,
    );
  const [position, logId] = await Promise.all([placeOf(events, from), logIdOf(events)]);
  const forgotten = await beginAfter(db, name, { position, logId }, systemClock());
  console.log(`${name} begins behind ${position}.`);
  if (forgotten > 0) console.log(`Forgotten: ${forgotten} events that it had taken over from the other log.`);
  return 0;
}

/** The log position that a reactor begins behind. Throws BadCall for what names none. */
async function placeOf(events: EventStore, from: string): Promise<bigint> {
  if (from === 'beginning') return 0n;
  if (from === 'head') return events.headPosition();
  for await (const { id, position } of events.readAll()) if (id === from.toLowerCase()) return position;
  throw new BadCall(
    `--from: "${from}" is neither "beginning" nor "head", nor the id of an event in this log.`,
  );
}

await runCommandLine(async () => {
  const { positionals, values } = readCall(USAGE, { from: { type: 'string' } });
  const [verb, name, ...more] = positionals;
  const isStatus = verb === 'status' && name === undefined && values.from === undefined;
  const isStart = verb === 'start' && name !== undefined && values.from !== undefined && more.length === 0;
  if (!isStatus && !isStart) throw new BadCall(USAGE);
  return withRunningStores(async ({ db, pool, events }) => {
    await migrate(pool, reactorMigrations);
    return isStart ? start(db, events, name, values.from ?? '') : status(db);
  });
});
