import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoPriceListText } from './price-list-text.ts';
import { readPriceList } from '#services/prices/read-price-list.ts';
import { csvRow, UnreadableSheet } from '#services/platform/workbooks/index.ts';
import { readFile } from '#services/platform/workbooks/read-file.ts';
import { SHEET_LIMITS } from '#services/platform/workbooks/sheet.ts';
import { sheetBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { AS_FOUND } from '#contracts/vendor/feed-mapping.ts';
import { UnreadableFeed } from '#services/vendors/feed/feed-attributes.ts';
import { generateFeed } from '#services/vendors/feed/testing/generate-feed.ts';
import { readMapping } from '#services/vendors/feed/map-columns.ts';
import { parseFeed } from '#services/vendors/feed/parse-feed.ts';
import { TEST_VENDOR } from '#services/vendors/feed/testing/read-row.ts';
import { inspectFeed } from '#services/vendors/mapping/inspect-feed.ts';
import { previewFeed } from '#services/vendors/mapping/preview-feed.ts';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { fuzzRun } from './fuzz-run.ts';
import { damaged, hostileValue } from './hostile.ts';

/** Files that are damaged or made to harm are read or refused in words; nothing else comes of them. */
async function outcome(work: () => Promise<unknown> | unknown): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return error instanceof UnreadableSheet || error instanceof UnreadableFeed || error instanceof Refusal
      ? null
      : String(error);
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

test("vendors' files, looked into, previewed and read", async () => {
  const { seed, runs, random } = fuzzRun(0.5);
  const mapping = readMapping(JSON.parse(readFileSync('services/vendors/feed/example-mapping.json', 'utf8')));
  const noRap = (): undefined => undefined;
  const good = generateFeed({ rows: 12 }).csv;
  const [headings = '', ...rows] = good.trim().split('\n');
  const found: string[] = [];
  for (let run = 0; run < runs; run += 1) {
    const kind = random.pick(['commas', 'semicolons', 'utf16', 'cells'] as const);
    const hostileRow = headings.split(',').map(() => String(cell(hostileValue(random))));
    const text = {
      commas: good,
      semicolons: good.replaceAll(',', ';').replaceAll('.', ','),
      utf16: `\ufeff${good}`,
      cells: [headings, ...rows, csvRow(hostileRow)].join('\n'),
    }[kind];
    const bytes = Buffer.from(text, kind === 'utf16' ? 'utf16le' : 'utf8');
    const sent = kind === 'cells' ? bytes : damaged(bytes, random);
    const problem =
      (await outcome(() => inspectFeed(sent, { columns: [], conventions: AS_FOUND }))) ??
      (await outcome(() => previewFeed(sent, mapping, TEST_VENDOR, noRap))) ??
      (await outcome(() => parseFeed(sent, mapping, TEST_VENDOR, noRap)));
    if (problem !== null) found.push(`FUZZ_SEED=${seed} run ${run} (${kind}): ${problem.slice(0, 500)}`);
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
