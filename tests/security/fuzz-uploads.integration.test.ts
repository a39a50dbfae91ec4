import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { HOSTILE_WORKBOOKS } from '#services/platform/workbooks/testing/hostile-workbooks.ts';
import { sheetBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { addressOf, CALLS } from '#tests/calls/call-table.ts';
import { startCalledWorld, type CalledWorld, type Sent } from '#tests/calls/called-world.ts';
import { fuzzRun } from './fuzz-run.ts';
import { damaged } from './hostile.ts';

/**
 * Files made to harm, and damaged ones, at every call that takes a file: each is answered, none with a 500, and meanwhile
 * the application answers others.
 */
let world: CalledWorld;
beforeAll(async () => {
  world = await startCalledWorld();
});
afterAll(() => world.close());

/** Limits for what hangs, not measures of speed. */
const WITHIN_MS = 120_000;
const OTHERS_WITHIN_MS = 20_000;

/** Fields in which a body of JSON holds a file, in base64. */
const FILE_FIELDS = ['fileBody', 'base64Overrides', 'excelBody'];

type Upload = { call: string; path?: Sent['path']; fields?: Record<string, unknown>; fileField?: string };

/**
 * The calls that take a file: those whose row sends one, as the body or in base64; a call without a row fails the tests
 * of roles.
 */
async function uploads(): Promise<Upload[]> {
  const found: Upload[] = [];
  for (const { call, sends } of CALLS) {
    const sent = await sends?.(world);
    const fields = z.record(z.string(), z.unknown()).safeParse(sent?.body).data;
    const fileField = Object.keys(fields ?? {}).find((name) => FILE_FIELDS.includes(name));
    if (sent?.form) found.push({ call, path: sent.path });
    else if (fields && fileField !== undefined) found.push({ call, path: sent?.path, fields, fileField });
  }
  return found;
}

async function upload({ call, path, fields, fileField }: Upload, bytes: Uint8Array): Promise<string | null> {
  const row = CALLS.find((one) => one.call === call);
  if (!row) throw new Error(`${call} has no row in tests/calls`);
  const { method, url } = addressOf(row, path ? { path } : {});
  const { token } = await world.vitrine.as('admin');
  const logged = world.vitrine.failures.length;
  const file = Buffer.from(bytes);
  const answering = fetch(new URL(url, world.vitrine.address), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      customer: '7',
      'content-type': fileField === undefined ? 'application/octet-stream' : 'application/json',
    },
    body:
      fileField === undefined ? file : JSON.stringify({ ...fields, [fileField]: file.toString('base64') }),
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  const others = await fetch(new URL('/healthz', world.vitrine.address), {
    signal: AbortSignal.timeout(OTHERS_WITHIN_MS),
  });
  const answer = await answering;
  const text = await answer.text();
  if (others.status !== 200 || answer.status >= 500 || world.vitrine.failures.length > logged)
    return `${call}: ${answer.status} ${text.slice(0, 300)}, others ${others.status}`;
  return null;
}

test('a file made to harm, or damaged, harms no call that takes files', { timeout: 900_000 }, async () => {
  const calls = await uploads();
  expect(calls.map(({ call }) => call).toSorted()).toEqual(
    expect.arrayContaining([
      'POST /api/invoices',
      'POST /api/jewellery-models/import',
      'POST /api/price-lists',
      'POST /api/price-lists/check',
      'POST /api/vendors/{id}/feed-files',
      'POST /api/vendors/{id}/inventory-sheet',
      'POST /billing/createall',
      'POST /billing/replacements',
      'POST /billing/save',
      'POST /reassortment/learnmaps',
      'POST /reassortment/loadideal',
      'POST /reassortment/reassortexcel',
      'POST /vendor/check/{id}',
    ]),
  );
  const problems: (string | null)[] = [];
  const { seed, runs, random } = fuzzRun(0.1);
  // Each file goes to a call in turn; at length, to every call.
  const atLength = process.env['FUZZ_RUNS'] !== undefined;
  for (const [place, [, bytes]] of HOSTILE_WORKBOOKS.entries())
    for (const [index, call] of calls.entries())
      if (atLength || index === place % calls.length) problems.push(await upload(call, bytes()));
  const workbook = await sheetBytes([
    ['name', 'additional quantity'],
    ['A', 1],
  ]);
  const csv = Buffer.from('name,additional quantity\nA,1\n');
  for (let run = 0; run < runs; run += 1) {
    const bytes = damaged(random.pick([workbook, csv]), random);
    const problem = await upload(calls[run % calls.length]!, bytes);
    problems.push(problem && `FUZZ_SEED=${seed} run ${run}: ${problem}`);
  }
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
});
