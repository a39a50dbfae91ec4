import { formatCount } from '#contracts/vocabulary/counts.ts';
import { randomUUID } from 'node:crypto';
import { migrations } from '#services/modules.ts';
import { systemClock } from '#services/platform/clock.ts';
import { BadCall, readCall, runCommandLine } from '#services/platform/command-line.ts';
import { runningStores } from '#services/platform/config/running-stores.ts';
import { migrate, onOneConnection } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { ensureLogIdentity } from '#services/platform/log-identity.ts';
import { requireAlone } from './alone.ts';
import { carryOver } from './carry-over.ts';
import { copyLog, type CopiedLog } from './copy-log.ts';
import { logOfStore } from './log-source.ts';
import { MENDABLE, rebuildAll, reportProgress, withStores, type Stores } from './programs.ts';

const USAGE = `npm run event-store -- copy [--from URL] [--to URL]

  --from  the event store with the log, such as esdb://127.0.0.1:2113?tls=false; Vitrine's own when left out
  --to    an empty event store; Vitrine's own when left out

Copies the log in order, with ids and metadata, and compares the two. Then the database (DATABASE_URL) is carried over:
reactors go on in the copy where they were, and the read models are built from it. Vitrine must be stopped meanwhile, and
is started with EVENTSTORE_URL set to the copy. Begun again after a kill it goes on where it stopped.
Vitrine's own is EVENTSTORE_URL, or the embedded one in the data folder.`;

type Addresses = { from: string; to: string };

function readAddresses(): Addresses {
  const text = { type: 'string' } as const;
  const { values, positionals } = readCall(USAGE, { from: text, to: text });
  if ((values.from === undefined && values.to === undefined) || positionals.length > 0)
    throw new BadCall(`Say from where, or to where.\n\n${USAGE}`);
  const own = (): string => runningStores(process.env).eventStoreUrl;
  const [from, to] = [values.from ?? own(), values.to ?? own()];
  if (from === to) throw new BadCall('--from and --to are the same event store.');
  return { from, to };
}

/** Moves what the database keeps of the old log to the copy; done before, it changes nothing. */
async function carry({ pool }: Stores, from: string, copied: CopiedLog): Promise<void> {
  await onOneConnection(pool, async (client) => {
    await client.query('begin');
    await carryOver(client, { ...copied, from, to: copied.logId, areRestored: false });
    await client.query('commit');
  });
}

async function isMigrated({ pool }: Stores): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('vitrine.reactor_checkpoint') is not null as there`,
  );
  return rows[0]?.there === true;
}

await runCommandLine(async () => {
  const asked = readAddresses();
  const source = connectEventStore({ connectionString: asked.from });
  try {
    await withStores(async (stores) => {
      await requireAlone(stores.pool);
      const clock = systemClock;
      const from = await ensureLogIdentity({ events: source, clock, newId: randomUUID });
      const copied = await copyLog({
        source: logOfStore(source, from),
        target: stores.events,
        clock,
        newId: randomUUID,
        onProgress: reportProgress,
      });
      console.log(
        `${formatCount(copied.events)} events in ${formatCount(copied.streams.size)} streams are copied and compared, SHA-256 ${copied.sha256}.`,
      );
      if (!(await isMigrated(stores))) {
        console.log('The database (DATABASE_URL) has no tables of Vitrine: there was nothing to carry over.');
        return;
      }
      await migrate(stores.pool, migrations);
      await carry(stores, from, copied);
      await rebuildAll(stores);
      console.log(`Reactors and read models are carried over. Start Vitrine with EVENTSTORE_URL=${asked.to}`);
    }, asked.to);
  } finally {
    await source.close();
  }
  return 0;
}, MENDABLE);
