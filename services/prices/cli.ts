import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PriceListCheck } from '#contracts/api/price-lists.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import { houseDaySchema } from '#contracts/vocabulary/schemas.ts';
import { PRICE_QUESTIONS, type PriceQuestionReason } from '#contracts/vocabulary/price-questions.ts';
import { houseToday, systemClock } from '#services/platform/clock.ts';
import { BadCall, readCall, runCommandLine } from '#services/platform/command-line.ts';
import { runningDatabase, runningZone } from '#services/platform/config/running-stores.ts';
import { connectDatabase, migrate, type Db } from '#services/platform/database/index.ts';
import { checkPriceList, loadPriceList, removePriceList } from './load-price-list.ts';
import { priceMigrations } from './price-list-store.ts';
import { readPriceListFile } from './read-price-list.ts';

const USAGE = `npm run price-list -- FILE.csv [--dry-run] [--confirm REASON,…]
npm run price-list -- --remove DATE

Loads a price list, .csv or .xlsx: columns table (round or pear), from, to (carats), colour, clarity, pricePerCarat
(dollars) and date. One of the same date is replaced; each counts from its date on.

  --dry-run  says what would change, and changes nothing
  --confirm  answers questions with yes: ${PRICE_QUESTIONS.join(', ')}
  --remove   removes the list of a date, for example 2026-03-06`;

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  confirm: { type: 'string' },
  remove: { type: 'string' },
} as const;

const isReason = (text: string): text is PriceQuestionReason =>
  PRICE_QUESTIONS.some((reason) => reason === text);

function readReasons(text: string | undefined): PriceQuestionReason[] {
  const reasons = (text ?? '').split(',').filter((part) => part !== '');
  if (!reasons.every(isReason))
    throw new BadCall(`--confirm takes ${PRICE_QUESTIONS.join(', ')}.\n\n${USAGE}`);
  return reasons;
}

function report({ date, prices, before, questions, ...changes }: PriceListCheck): string {
  const { up, down, same, added, gone } = changes;
  const counts = Object.entries({ up, down, 'as they were': same, new: added, gone }).map(
    ([word, { prices: count, stones, value }]) =>
      `${formatCount(count)} ${word} (stones: ${formatCount(stones)}, ${formatValue(value)})`,
  );
  return [
    `${formatCount(prices)} prices of ${date}, ${before ? `against those of ${before.date}` : 'the first list'}.`,
    ...counts,
    ...questions.map(({ reason, message }) => `${reason}: ${message}`),
  ].join('\n');
}

async function main(): Promise<number> {
  const { values, positionals } = readCall(USAGE, OPTIONS);
  const [file, ...more] = positionals;
  if (more.length > 0 || (file === undefined) === (values.remove === undefined)) throw new BadCall(USAGE);
  if (values.remove !== undefined && !houseDaySchema.safeParse(values.remove).success)
    throw new BadCall(`--remove takes a date like 2026-03-06.\n\n${USAGE}`);
  const confirmed = readReasons(values.confirm);
  const bytes = file === undefined ? undefined : await readFile(file);
  const { db, pool, close } = connectDatabase(runningDatabase(process.env));
  try {
    await migrate(pool, priceMigrations);
    const today = houseToday({ clock: systemClock, zone: runningZone(process.env) });
    const atOnce = <Answer>(work: (tx: Db) => Promise<Answer>) => db.transaction().execute(work);
    if (values.remove !== undefined) {
      const date = values.remove;
      await atOnce((tx) => removePriceList(tx, date, { by: 'price-list', at: systemClock(), today }));
      console.log(`The prices of ${date} are removed.`);
    }
    if (bytes !== undefined && file !== undefined) {
      const list = await readPriceListFile(bytes);
      if (values['dry-run']) {
        console.log(report(await checkPriceList(db, list, today)));
        return 0;
      }
      const loading = { fileName: path.basename(file), by: 'price-list', at: systemClock() };
      await atOnce((tx) => loadPriceList(tx, list, { ...loading, confirmed, today }));
      console.log(`${formatCount(list.rows.length)} prices of ${list.date} are loaded.`);
    }
    return 0;
  } finally {
    await close();
  }
}

await runCommandLine(main);
