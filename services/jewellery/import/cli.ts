import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import type { ModelImportReport } from '#contracts/api/jewellery.ts';
import { BadCall, readCall, runCommandLine } from '#services/platform/command-line.ts';
import { withStoresToAppend } from '#services/platform/stores/with-running-stores.ts';
import { importModels } from './import-models.ts';
import { importMigrations } from './import-store.ts';

const USAGE = `npm run jewellery-models -- FILE.xlsx

Imports jewellery models from a spreadsheet (.xlsx or .csv) beside a running Vitrine (or DATABASE_URL and
EVENTSTORE_URL): a header row with a name and an additional quantity; reports the rows that are left out. The same file
again changes nothing.`;

/** Cut and quoted, so that a hostile cell can neither fill the terminal nor send it control sequences. */
const printed = (text: string): string =>
  JSON.stringify(text).replace(/[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '?');

function reportText({ rows, imported, changed, unchanged, skipped }: ModelImportReport): string {
  const lines = skipped.map(
    ({ row, name, reason }) =>
      `row ${row}${name === undefined ? '' : `, ${printed(name)}`}: ${printed(reason).slice(1, -1)}`,
  );
  return [
    ...lines,
    `${rows} rows: ${imported} imported, ${changed} changed, ${unchanged} as they were, ${skipped.length} skipped.`,
  ].join('\n');
}

async function main(): Promise<number> {
  const [file, ...more] = readCall(USAGE, {}).positionals;
  if (file === undefined || more.length > 0) throw new BadCall(USAGE);
  const bytes = await readFile(file);
  return withStoresToAppend(importMigrations, async (stores) => {
    const report = await importModels(stores, {
      bytes,
      actor: { username: 'jewellery-models', role: 'system' },
      key: randomUUID(),
    });
    console.log(reportText(report));
    return report.rows > report.skipped.length ? 0 : 1;
  });
}

await runCommandLine(main);
