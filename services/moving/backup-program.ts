import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '#services/platform/clock.ts';
import { ensureLogIdentity } from '#services/platform/log-identity.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { backUp } from './backup.ts';
import { asProgram, BadCall, filesFolder, withStores } from './programs.ts';

const USAGE = `npm run backup -- --to FOLDER

Writes the database, the event log and the files into a new folder, while Vitrine runs or not. Files in a bucket
(VITRINE_FILES_URL) are not among them. Works on DATABASE_URL and EVENTSTORE_URL, or on the embedded stores.`;

function readArguments(): { to: string } | 'help' {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' }, help: { type: 'boolean' } } });
    if (values.help) return 'help';
    if (values.to === undefined) throw new BadCall(`Say where to.\n\n${USAGE}`);
    return { to: path.resolve(values.to) };
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
    await ensureLogIdentity({ events: stores.events, clock: systemClock, newId: randomUUID });
    const folder = asked.to;
    const { events, tables, files } = await backUp({
      ...{ ...stores, filesFolder: filesFolder(), folder, clock: systemClock },
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${folder}: ${events.toLocaleString('en-US')} events and ${rows.toLocaleString('en-US')} rows of ${tables.length} tables${files ? ', with the files' : '; the files lie in a bucket and are not among them'}.`,
    );
  });
});
