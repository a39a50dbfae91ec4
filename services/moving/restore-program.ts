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
EVENTSTORE_URL, or on embedded stores in an empty data folder (VITRINE_DATA). Begun again after a kill it goes on.`;

/** Only the backup of a local run has the simulator's tables. */
const simulatorSchema = async (): Promise<string> =>
  (await import('#local/trading-system-simulator/schema.ts')).SIMULATOR_SCHEMA;

await runCommandLine(async () => {
  const { values, positionals } = readCall(USAGE, { from: { type: 'string' }, help: { type: 'boolean' } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.from === undefined || positionals.length > 0) throw new BadCall(`Say where from.\n\n${USAGE}`);
  const folder = path.resolve(values.from);
  await withStores(async (stores) => {
    await requireAlone(stores.pool);
    const { madeAt, events, tables, files } = await restore({
      folder,
      ...stores,
      filesFolder: filesFolder(),
      migrations,
      besides: simulatorSchema,
      clock: systemClock,
      newId: randomUUID,
      onProgress: reportProgress,
    });
    await rebuildAll(stores);
    console.log(
      `Restored as of ${madeAt}: ${formatCount(events)} events, ${tables.length} tables${files ? ', the files' : ''}. Start Vitrine.`,
    );
  });
  return 0;
}, MENDABLE);
