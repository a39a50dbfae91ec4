import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchChanges, type ChangeWatch } from '#tests/support/change-watch.ts';
import { startProgram } from '#tests/support/programs.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { priceListText } from './testing/made-price-lists.ts';

/** Long before a page would look by itself. */
const AT_ONCE_MS = 4_000;

let vitrine: SmallVitrine;
let watch: ChangeWatch;
let folder: string;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  folder = await mkdtemp(path.join(tmpdir(), 'price-list-'));
  watch = watchChanges([vitrine.address], (await vitrine.as('alder')).token);
});
afterAll(async () => {
  await watch.stop();
  await vitrine.close();
  await rm(folder, { recursive: true });
});

/** `npm run price-list`, which knows of the running processes only that they share a database. */
async function run(...args: string[]): Promise<void> {
  const env = { DATABASE_URL: vitrine.databaseUrl, EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' };
  const running = startProgram('services/prices/cli.ts', args, env);
  expect([await running.ended(), running.output()]).toEqual([0, expect.any(String)]);
}

test('a price list that the command line loads or removes is seen by open pages at once', async () => {
  const file = path.join(folder, 'list.csv');
  await writeFile(file, priceListText('2026-03-01'));
  await vitrine.listStone('N1');
  await expect.poll(() => watch.heard('N1', 0, performance.now()), { timeout: 10_000 }).toBe(true);
  for (const args of [[file], ['--remove', '2026-03-01']]) {
    const from = performance.now();
    await run(...args);
    const heard = () => watch.heard('of all parcels', from, performance.now());
    await expect.poll(heard, { timeout: AT_ONCE_MS }).toBe(true);
  }
});
