import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { migrations } from '#services/application.ts';
import { systemClock } from '#services/platform/clock.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { SIMULATOR_SCHEMA } from '#local/trading-system-simulator/ledger.ts';
import { requireAlone } from './alone.ts';
import { asProgram, BadCall, filesFolder, rebuildAll, sayProgress, withStores } from './programs.ts';
import { restore } from './restore.ts';

const USAGE = `npm run restore -- --from FOLDER

Brings a backup back into an empty database and an empty event store, while Vitrine is stopped: on DATABASE_URL and
EVENTSTORE_URL, or on embedded stores in an empty data folder (VITRINE_DATA). Begun again after a kill it goes on.`;

function readArguments(): { from: string } | 'help' {
  try {
    const { values } = parseArgs({ options: { from: { type: 'string' }, help: { type: 'boolean' } } });
    if (values.help) return 'help';
    if (values.from === undefined) throw new BadCall(`Say where from.\n\n${USAGE}`);
    return { from: path.resolve(values.from) };
  } catch (error) {
    throw error instanceof BadCall ? error : new BadCall(`${messageOf(error)}\n\n${USAGE}`);
  }
}

await asProgram(async () => {
  const asked = readArguments();
  if (asked === 'help') {
    console.log(USAGE);
    return;
  }
  await withStores(async (stores) => {
    await requireAlone(stores.pool);
    const { madeAt, events, tables, files } = await restore({
      ...{ folder: asked.from, ...stores, filesFolder: filesFolder(), migrations, besides: SIMULATOR_SCHEMA },
      ...{ clock: systemClock, newId: randomUUID, onProgress: sayProgress },
    });
    await rebuildAll(stores);
    console.log(
      `Restored as of ${madeAt}: ${events.toLocaleString('en-US')} events, ${tables.length} tables${files ? ', the files' : ''}. Start Vitrine.`,
    );
  });
});
