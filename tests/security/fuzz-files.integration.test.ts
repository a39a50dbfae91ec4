import { expect, test } from 'vitest';
import { demoPriceListText } from './price-list-text.ts';
import { readPriceList } from '#services/prices/read-price-list.ts';
import { UnreadableSheet } from '#services/platform/workbooks/index.ts';
import { readFile } from '#services/platform/workbooks/read-file.ts';
import { SHEET_LIMITS } from '#services/platform/workbooks/sheet.ts';
import { sheetBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { generateFeed } from '#services/vendors/feed/generate-feed.ts';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { fuzzRun } from './fuzz-run.ts';
import { damaged, hostileValue } from './hostile.ts';

/** Files that are damaged or made to harm are read or refused in words; nothing else comes of them. */
async function outcome(work: () => Promise<unknown> | unknown): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return error instanceof UnreadableSheet || error instanceof Refusal ? null : String(error);
  }
}

const cell = (value: unknown): string | number =>
  typeof value === 'number' ? value : (JSON.stringify(value) ?? '').slice(0, 5_000);

test('workbooks and CSV files', async () => {
  const { seed, runs, random } = fuzzRun(0.5);
  const workbook = await sheetBytes([
    ['Stock #', 'Weight', 'Price'],
    ...Array.from({ length: 20 }, () => [cell(hostileValue(random)), cell(hostileValue(random)), 1]),
  ]);
  const parts = unzipSync(workbook);
  const csv = Buffer.from(generateFeed({ rows: 20 }).csv);
  const found: string[] = [];
  for (let run = 0; run < runs; run += 1) {
    const kind = random.pick(['csv', 'archive', 'part'] as const);
    const part = random.pick(Object.keys(parts));
    const bytes =
      kind === 'csv'
        ? damaged(csv, random)
        : kind === 'archive'
          ? damaged(workbook, random)
          : zipSync({ ...parts, [part]: damaged(parts[part] ?? strToU8(''), random) });
    const problem = await outcome(() => readFile(bytes, SHEET_LIMITS));
    if (problem !== null)
      found.push(`FUZZ_SEED=${seed} run ${run} (${kind} ${part}): ${problem.slice(0, 500)}`);
  }
  expect(found).toEqual([]);
});

test('price lists', async () => {
  const { seed, runs, random } = fuzzRun();
  const good = Buffer.from(demoPriceListText());
  const found: string[] = [];
  for (let run = 0; run < runs; run += 1) {
    const problem = await outcome(async () =>
      readPriceList(await readFile(damaged(good, random), SHEET_LIMITS)),
    );
    if (problem !== null) found.push(`FUZZ_SEED=${seed} run ${run}: ${problem.slice(0, 500)}`);
  }
  expect(found).toEqual([]);
});
