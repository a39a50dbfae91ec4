import { formatCount } from '#contracts/vocabulary/counts.ts';
import { readFileSync } from 'node:fs';
import { runCommandLine } from '#services/platform/command-line.ts';
import { runningDatabase } from '#services/platform/config/running-stores.ts';
import { connectDatabase, migrate } from '#services/platform/database/index.ts';
import { keepPriceList, priceMigrations } from './price-list-store.ts';
import { readPriceList } from './read-price-list.ts';

const USAGE = `npm run price-list -- FILE.csv

Loads a price list: columns table (round or pear), from, to (carats), colour, clarity, pricePerCarat
(dollars) and date. One of the same date is replaced; the newest is the one in use.`;

async function main([file, ...more]: readonly string[]): Promise<number> {
  if (file === undefined || more.length > 0 || file.startsWith('--')) {
    console.error(USAGE);
    return file === '--help' ? 0 : 1;
  }
  const list = readPriceList(readFileSync(file, 'utf8'));
  const { db, pool, close } = connectDatabase(runningDatabase(process.env));
  try {
    await migrate(pool, priceMigrations);
    await keepPriceList(db, list);
  } finally {
    await close();
  }
  console.log(`${formatCount(list.rows.length)} prices of ${list.date} are loaded.`);
  return 0;
}

await runCommandLine(() => main(process.argv.slice(2)));
