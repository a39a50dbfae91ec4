import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { HOSTILE_WORKBOOKS } from '#services/platform/workbooks/testing/hostile-workbooks.ts';
import { sheetBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { SHEET_TYPES } from '#services/platform/workbooks/index.ts';
import { addressOf, CALLS } from '#tests/calls/call-table.ts';
import { startCalledWorld, type CalledWorld } from '#tests/calls/called-world.ts';
import { fuzzRun } from './fuzz-run.ts';
import { damaged } from './hostile.ts';

/**
 * Files made to harm, and damaged ones, at every call that takes a file: each is answered, none with a 500, and meanwhile
 * the application answers others. The calls are those of the OpenAPI document.
 */
let world: CalledWorld;
beforeAll(async () => {
  world = await startCalledWorld();
});
afterAll(() => world.close());

/** Limits for what hangs, not measures of speed. */
const WITHIN_MS = 120_000;
const OTHERS_WITHIN_MS = 20_000;

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional() }),
    ),
  ),
});

/** The calls that take a file, by the document. */
async function uploads(): Promise<string[]> {
  const { json } = await world.vitrine.call('/docs/openapi.json', undefined, { method: 'GET' });
  return Object.entries(documentSchema.parse(json).paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => SHEET_TYPES.some((type) => type in (requestBody?.content ?? {})))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
}

async function upload(call: string, bytes: Uint8Array): Promise<string | null> {
  const row = CALLS.find((one) => one.call === call);
  if (!row) throw new Error(`${call} has no row in tests/calls`);
  const { method, url } = addressOf(row, (await row.sends?.(world)) ?? {});
  const { token } = await world.vitrine.as('admin');
  const logged = world.vitrine.failures.length;
  const answering = fetch(new URL(url, world.vitrine.address), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(bytes),
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
  expect(calls).toEqual(
    expect.arrayContaining(['POST /api/price-lists', 'POST /api/jewellery-models/import']),
  );
  const problems: (string | null)[] = [];
  for (const call of calls)
    for (const [, bytes] of HOSTILE_WORKBOOKS) problems.push(await upload(call, bytes()));
  const { seed, runs, random } = fuzzRun(0.1);
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
