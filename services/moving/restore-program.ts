import { formatCount } from '#contracts/vocabulary/counts.ts';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { migrations } from '#services/modules.ts';
import { systemClock } from '#services/platform/clock.ts';
import { BadCall, readCall, runCommandLine } from '#services/platform/command-line.ts';
import { requireAlone } from './alone.ts';
import { filesFolder, MENDABLE, rebuildAll, reportProgress, withStores } from './programs.ts';
import { restore } from './restore.ts';

const USAGE = `npm run restore -- --from FOLDER

Brings a backup back into an empty database and an empty event store, while Vitrine is stopped: on DATABASE_URL and
EVENTSTORE_URL, or on embedded stores in an empty data folder (VITRINE_DATA). Begun again after a kill it goes on; where the
backup is back already and the log has gone on since, it changes nothing and exits with 1.`;

/** Only the backup of a local run has the simulator's tables. */
const simulatorSchema = async (): Promise<string> =>
  (await import('#local/trading-system-simulator/schema.ts')).SIMULATOR_SCHEMA;

await runCommandLine(async () => {
  const { values, positionals } = readCall(USAGE, { from: { type: 'string' } });
  if (values.from === undefined || positionals.length > 0) throw new BadCall(`Say where from.\n\n${USAGE}`);
  const folder = path.resolve(values.from);
  let exitCode = 0;
  await withStores(async (stores) => {
    await requireAlone(stores.pool);
    const { madeAt, events, tables, files, outcome } = await restore({
      folder,
      ...stores,
      filesFolder: filesFolder(),
      migrations,
      besides: simulatorSchema,
      clock: systemClock,
      newId: randomUUID,
      onProgress: reportProgress,
    });
    if (outcome === 'gone on since') {
      console.error(
        'This backup was brought back here already; nothing was changed. To return to it, restore into empty stores.',
      );
      exitCode = 1;
      return;
    }
    // Also where everything is back: the call before may have been killed while it built them.
    await rebuildAll(stores);
    console.log(
      outcome === 'already back'
        ? 'This backup was brought back here already; only the read models were built again. Start Vitrine.'
        : `Restored as of ${madeAt}: ${formatCount(events)} events, ${tables.length} tables${files ? ', the files' : ''}. Start Vitrine.`,
    );
  });
  return exitCode;
}, MENDABLE);
