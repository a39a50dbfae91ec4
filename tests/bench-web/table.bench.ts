import type { Browser, Page } from 'playwright-core';
import { atMost, figure, type BenchRow } from '#tests/bench/bench-row.ts';
import { FRAME_BUDGETS, HEAP_MB } from './budgets.ts';
import { heapMegabytes, throttle, toNextFrame } from './frames.ts';

/** In the page: finds the first element that is shown. */
const SHOWN = `(selector) => [...document.querySelectorAll(selector)].find((each) => each.offsetParent !== null)`;
/** In the page: writes into an input as typing does. */
const WRITE = `(input, text) => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}`;

const ACTIONS = {
  nothing: `() => {}`,
  filter: `(round) => (${WRITE})((${SHOWN})('input[aria-label="Parcel Name"]'), ['1', '10', '107', '1', ''][round % 5])`,
  range: `(round) => (${WRITE})((${SHOWN})('[role=dialog] input[inputmode=decimal]'), ['0.5', '0.7', '1', '1.5', ''][round % 5])`,
  choice: `(round) => (${SHOWN})('[role=dialog]').querySelectorAll('input[type=checkbox]')[1 + (round % 4)].click()`,
  steps: `(round) => (${SHOWN})('[role=toolbar][aria-label=Colour]').querySelectorAll('button')[round % 5].click()`,
  sort: `(round) => [...document.querySelectorAll('thead th button')].filter((each) => each.offsetParent !== null)[3 + (round % 5)].click()`,
  select: `(round) => [...document.querySelectorAll('tbody input[type=checkbox]')].filter((each) => each.offsetParent !== null)[round].click()`,
  selectAll: `() => (${SHOWN})('thead input[type=checkbox]').click()`,
} as const;

/** Filter, range, multi-select, panel of filters, sort and selection on the available stones of the fake server. */
export async function benchTable(browser: Browser, base: string): Promise<BenchRow[]> {
  const page = await signedIn(browser, base);
  const session = await page.context().newCDPSession(page);
  const rows = page.locator('tbody tr[data-key]');
  await page.goto(`${base}/?page=available/natural`);
  await rows.first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(3000); // indexes are built in the background
  const figures: BenchRow[] = [];
  const columns = await page.locator('thead th').count();
  for (const [speed, rate, budget] of [
    ['full speed', 1, FRAME_BUDGETS.full],
    ['4 × slower', 4, FRAME_BUDGETS.throttled],
  ] as const) {
    let nothing: number | null = null;
    const add = async (name: string, act: string, most?: number): Promise<void> => {
      const { median, best, worst } = await toNextFrame(page, act);
      const note = `best ${best.toFixed(0)}, worst ${worst.toFixed(0)}`;
      const aim = most === undefined ? undefined : atMost(most);
      figures.push({
        ...figure(`${name}, ${speed}`, median, 'ms', note, aim),
        baseline: nothing,
        ratio: nothing === null ? null : median / nothing,
      });
      nothing ??= median;
    };
    await throttle(session, rate);
    // What the others are to be compared with: the screen's own time from one frame to the next is in all of them.
    await add('nothing at all', ACTIONS.nothing);
    await add('filter by text', ACTIONS.filter, budget.any);
    await inFilter(page, 'Weight', () => add('filter by range', ACTIONS.range, budget.any));
    await inFilter(page, 'Shape', () => add('filter by choices', ACTIONS.choice, budget.any));
    await pinned(page, () => add('filter by steps, panel pinned', ACTIONS.steps, budget.any));
    await add('sort', ACTIONS.sort, budget.any);
    await add('select a row', ACTIONS.select, budget.row);
    await add('select all', ACTIONS.selectAll, budget.any);
    // The same beside a selection of everything, whose sums are made anew: harder than what the budgets are for.
    await selectAll(page, true);
    await add('sort, all selected', ACTIONS.sort);
    await add('take a row back, all selected', ACTIONS.select);
    // Both speeds begin with nothing selected.
    await selectAll(page, false);
  }
  await throttle(session, 1);
  const heap = await heapMegabytes(session);
  figures.push(figure('heap', heap, 'MB', `${columns} columns in the table`, atMost(HEAP_MB)));
  await page.context().close();
  return figures;
}

async function selectAll(page: Page, on: boolean): Promise<void> {
  const all = page.getByRole('grid').getByRole('checkbox').first();
  await all.setChecked(true);
  await all.setChecked(on);
}

async function inFilter(page: Page, name: string, work: () => Promise<void>): Promise<void> {
  await page
    .getByRole('group', { name: 'Filters' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: `Filter by ${name}` });
  await dialog.waitFor();
  await work();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const clear = page.getByRole('button', { name: 'Clear Filters' }).first();
  if (await clear.isEnabled()) await clear.click();
}

/** With every filter of the panel in sight and counted. */
async function pinned(page: Page, work: () => Promise<void>): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Filter panel' }).first();
  await toggle.click();
  await page.getByRole('button', { name: 'Keep the filter panel open' }).click();
  await work();
  await page.getByRole('button', { name: 'Clear Filters' }).first().click();
  await toggle.click();
}

/** A window of a jeweller who has signed in. */
export async function signedIn(browser: Browser, base: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  const reply = await context.request.post(`${base}/login`, {
    data: { username: 'demo-customer', password: 'Demo-pass-1' },
    headers: { origin: base },
  });
  if (!reply.ok()) throw new Error(`demo-customer cannot sign in at ${base}: ${reply.status()}`);
  return context.newPage();
}
