import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { generateFeed } from '#services/vendors/feed/testing/generate-feed.ts';
import { startSimulatorForTests, type TestSimulator } from '#services/trading-system/testing/simulator.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { eventually, openWindow } from '#tests/support/windows.ts';
import { loginPage } from './pages/login-page.ts';
import { shell } from './pages/shell.ts';
import { stoneListPage } from './pages/stone-list-page.ts';
import { stonePage } from './pages/stone-page.ts';

const REAL_FEED = path.resolve(import.meta.dirname, '../../../shared/data/vendor-feed-53940.csv');
/** A demo vendor without stock of its own. */
const VENDOR = '2';
/** The customer of demo-customer. */
const JEWELLER = 'Harbor Light Jewelers';

let vitrine: LaunchedVitrine;
let folder: string;
let tradingSystem: TestSimulator;
let listed: number;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-feed-'));
  const generated = path.join(folder, 'feed.csv');
  if (!existsSync(REAL_FEED)) writeFileSync(generated, generateFeed().csv);
  tradingSystem = await startSimulatorForTests(await testDatabase(), 1);
  vitrine = await launchVitrine({ TRADING_SYSTEM_URL: tradingSystem.url });
  const mapping = path.resolve('services/vendors/feed/example-mapping.json');
  const output = await vitrine.tool(
    'feed',
    '--vendor',
    VENDOR,
    '--map',
    mapping,
    existsSync(REAL_FEED) ? REAL_FEED : generated,
  );
  listed = Number(/([\d,]+) listed/.exec(output)?.[1]?.replaceAll(',', ''));
  await untilShown();
});

afterAll(async () => {
  await vitrine?.remove();
  await tradingSystem?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Resolves when the lists show everything that is in the log now. */
async function untilShown(): Promise<void> {
  const events = connectEventStore({ connectionString: vitrine.eventStoreUrl });
  const database = new pg.Client({ connectionString: vitrine.databaseUrl });
  await database.connect();
  try {
    const head = await events.headPosition();
    const reached = async (): Promise<boolean> => {
      const { rows } = await database.query<{ position: string }>(
        "select position::text from vitrine.projection_build where name = 'parcels' and state = 'live'",
      );
      return BigInt(rows[0]?.position ?? 0) >= head;
    };
    await vi.waitUntil(reached, { timeout: 200_000, interval: 200 });
  } finally {
    await database.end();
    await events.close();
  }
}

/** A new window, signed in, which installs the portal as a person's does; what goes wrong in it is kept. */
async function open(browser: Browser, username: string) {
  const { page, problems } = await openWindow(browser, { serviceWorkers: 'allow' });
  await loginPage(page, vitrine.address).signIn(username);
  return {
    page,
    problems,
    shell: shell(page),
    list: stoneListPage(page),
    stone: stonePage(page),
  };
}

test('a jeweller requests, holds, returns and sells; another window sees it live; the value held is right after each step', async (context) => {
  expect(listed).toBeGreaterThan(50_000);
  const browser = await openBrowser(context);
  const [mine, other] = [await open(browser, 'demo-customer'), await open(browser, 'demo-customer')];

  // Fifty thousand real stones, filtered as one types.
  await mine.shell.show('Available');
  await mine.list.waitForRows();
  await expect.poll(() => mine.list.summary(), eventually).toMatch(/^5\d,\d{3} stones/);
  await mine.list.filterText('Parcel Name', 'AW0');
  await mine.list.filterRange('Weight', '1.00', '1.05');
  await mine.list.filterChoice('Colour', ['G']);
  await mine.list.waitForRows();
  const [returned, sold] = (await mine.list.parcels()) as [string, string];
  for (const colour of await mine.list.column('Colour')) expect(colour).toBe('G');

  // Into the cart; the other window of the same jeweller shows it without being touched.
  await mine.shell.tab('Cart').waitFor();
  const cartBefore = await mine.shell.count('Cart');
  await other.shell.show('Cart');
  await mine.list.select(returned);
  await mine.list.select(sold);
  await mine.list.addSelectedToCart();
  await mine.shell.toast('Added to Cart').waitFor();
  await other.list.row(returned).waitFor();
  await expect.poll(() => mine.shell.count('Cart'), eventually).not.toBe(cartBefore);

  // The request; the trading system's memo arrives by itself and the value held goes up by what was requested.
  const before = await mine.shell.holding();
  await mine.shell.show('Cart');
  await mine.list.select(returned);
  await mine.list.select(sold);
  await mine.list.requestSelected('for the window');
  await mine.shell.show('My Inventory');
  await mine.list.filterText('Parcel Name', 'AW0');
  await mine.list.row(returned).waitFor();
  await mine.list.status(returned, 'Customer').waitFor();
  await mine.list.status(sold, 'Customer').waitFor();
  await other.list.row(returned).waitFor({ state: 'detached' });
  await other.shell.show('My Inventory');
  await other.list.filterText('Parcel Name', 'AW0');
  await other.list.status(returned, 'Customer').waitFor();
  const price = async (parcelName: string): Promise<number> => {
    const heads = await mine.list.grid.locator('thead th').allInnerTexts();
    const cell = mine.list
      .row(parcelName)
      .locator('td')
      .nth(heads.findIndex((text) => text.trim().startsWith('Total')));
    return Number((await cell.innerText()).replace(/[$,]/g, ''));
  };
  const [priceReturned, priceSold] = [await price(returned), await price(sold)];
  const holds = (value: number) => async (): Promise<void> => {
    for (const window of [mine, other]) {
      await expect
        .poll(() => window.shell.holding(), eventually)
        .toSatisfy((shown: number) => Math.abs(shown - value) <= 1);
    }
  };
  await holds(before + priceReturned + priceSold)();

  // Return: the jeweller answers for it until it is received.
  await mine.list.select(returned);
  await mine.list.returnSelected();
  await mine.list.row(returned).waitFor({ state: 'detached' });
  await holds(before + priceSold)();
  await mine.shell.show('Account History');
  await mine.list.filterText('Parcel Name', returned);
  await mine.list.status(returned, 'Returned').waitFor();

  // Sold: it leaves the inventory, and is invoiced.
  await mine.shell.show('My Inventory');
  await mine.list.select(sold);
  await mine.list.sellSelected();
  await holds(before)();
  await mine.shell.show('Account History');
  await mine.list.filterText('Parcel Name', sold);
  await mine.list.status(sold, 'Invoiced').waitFor();

  for (const window of [mine, other]) expect(window.problems).toEqual([]);
}, 300_000);

test('an administrator requests for the jeweller, back-dates and undoes, and sees each effect before and after', async (context) => {
  const browser = await openBrowser(context);
  // From now on the trading system takes its time: what a document has proven can no longer be corrected.
  await tradingSystem.hook('delay', { seconds: 3600 });
  const [admin, jeweller] = [await open(browser, 'demo-admin'), await open(browser, 'demo-customer')];
  await admin.shell.actFor(JEWELLER);
  const held = await jeweller.shell.holding();
  await admin.shell.show('Available');
  await admin.list.filterText('Parcel Name', 'AW0');
  await admin.list.filterRange('Weight', '1.10', '1.20');
  const [stone] = (await admin.list.parcels()) as [string];

  await admin.list.open(stone);
  await admin.stone.waitFor(stone);
  await admin.stone.request('agreed by telephone');
  await expect.poll(() => admin.stone.status(), eventually).toMatch(/Requested/);
  await jeweller.shell.show('My Inventory');
  await jeweller.list.filterText('Parcel Name', stone);
  await jeweller.list.status(stone, 'Requested').waitFor();

  const day = new Date(Date.now() - 3 * 86_400_000).toLocaleDateString('sv-SE', {
    timeZone: 'America/New_York',
  });
  await admin.stone.changeDate(`${day}T09:30`, 'the call was on that day');
  await expect.poll(async () => (await admin.stone.history()).join('\n'), eventually).toMatch(/9:30 AM/);

  expect(await admin.stone.undo('a mistake')).toMatch(/Requested[\s\S]*Available/);
  await expect.poll(() => admin.stone.status(), eventually).toMatch(/Available/);
  await expect.poll(() => admin.stone.history(), eventually).toHaveLength(1);
  await jeweller.list.row(stone).waitFor({ state: 'detached' });
  await expect.poll(() => jeweller.shell.holding(), eventually).toBe(held);
  for (const window of [admin, jeweller]) expect(window.problems).toEqual([]);
}, 200_000);
