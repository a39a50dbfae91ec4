import { formatCount } from '#contracts/vocabulary/counts.ts';
import path from 'node:path';
import { systemClock } from '#services/platform/clock.ts';
import { BadCall, readCall, runCommandLine } from '#services/platform/command-line.ts';
import { backUp } from './backup.ts';
import { filesFolder, MENDABLE, withStores } from './programs.ts';

const USAGE = `npm run backup -- --to FOLDER

Writes the database, the event log and the files into a new folder, while Vitrine runs or not. Files in a bucket
(VITRINE_FILES_URL) are not among them. Works on DATABASE_URL and EVENTSTORE_URL, or on the embedded stores.`;

await runCommandLine(async () => {
  const { values, positionals } = readCall(USAGE, { to: { type: 'string' } });
  if (values.to === undefined || positionals.length > 0) throw new BadCall(`Say where to.\n\n${USAGE}`);
  const folder = path.resolve(values.to);
  await withStores(async (stores) => {
    const { events, tables, files } = await backUp({
      ...stores,
      filesFolder: filesFolder(),
      folder,
      clock: systemClock,
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${folder}: ${formatCount(events)} events and ${formatCount(rows)} rows of ${tables.length} tables${files ? ', with the files' : '; the files lie in a bucket and are not among them'}.`,
    );
  });
  return 0;
}, MENDABLE);
