import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { watchShifts } from '#tests/support/layout-shifts.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, openWindow, resize } from '#tests/support/windows.ts';
import { coreLoop } from '#tests/support/core-loop.ts';
import { byKeyboard } from './pages/by-keyboard.ts';
import { cutControls } from './pages/cut-controls.ts';
import { findings } from './pages/findings.ts';
import { loginPage } from './pages/login-page.ts';
import { printed } from './pages/printed.ts';
import { settled } from './pages/settled.ts';
import { LINES, shell } from './pages/shell.ts';
import { stoneListPage } from './pages/stone-list-page.ts';

let vitrine: LaunchedVitrine;
beforeAll(async () => {
  vitrine = await launchVitrine();
});
afterAll(async () => {
  await vitrine?.remove();
});

/**
 * A new window at a list's rows, signed in as a jeweller. A table hears a moment later that it has more room or less:
 * how its columns lie then is waited for.
 */
async function open(browser: Browser, options: BrowserContextOptions = {}) {
  const { page, problems } = await openWindow(browser, { reducedMotion: 'reduce', ...options });
  await loginPage(page, vitrine.address).signIn('demo-customer');
  const window = { page, problems, shell: shell(page), list: stoneListPage(page) };
  await page.goto(`${vitrine.address}/?page=available/natural`);
  return window;
}

test('a list prints whole, under a window title of its own', async (context) => {
  const { page, list, shell: tabs, problems } = await open(await openBrowser(context));
  await list.waitForRows();
  await expect.poll(() => page.title(), eventually).toBe('Available: Loose Diamonds · Vitrine');
  await list.filterRange('Weight', '1.00', '1.50');
  const passing = Number(/^([\d,]+) of/.exec(await list.summary())![1]);
  expect(passing).toBeGreaterThan(15);
  expect((await printed(page)).rows).toBe(passing);
  await expect.poll(() => list.parcels().then((rows) => rows.length), eventually).toBe(15);
  await tabs.show('My Inventory');
  await expect.poll(() => page.title(), eventually).toBe('My Inventory: Loose Diamonds · Vitrine');
  // These few fit on one page, and no empty one is before it.
  await list.waitForRows();
  expect((await printed(page)).sheets).toBe(1);
  expect(problems).toEqual([]);
});

test('the table shows what sells: whole figures at 1440, columns that stay from page to page', async (context) => {
  const { page, list, problems } = await open(await openBrowser(context));
  await list.waitForRows();
  expect(await list.cutOff()).toEqual([]);
  for (const sold of ['Measurements', 'Ratio', 'Tier', 'Ppc', 'Rap %', 'Total'])
    expect(await list.columnsInSight(), sold).toContain(sold);
  // Film, certificate, hearts and arrows and the brand share one column.
  await list.grid
    .getByRole('columnheader', { name: 'Video, Certificate, Hearts and arrows, Brand' })
    .waitFor();

  const before = await list.columnEdges();
  for (const number of [2, 9, 20]) {
    await list.goToPage(number);
    expect(await list.columnEdges()).toEqual(before);
    expect(await list.cutOff()).toEqual([]);
  }
  await list.sortBy('Total');
  await list.sortBy('Total');
  expect(await list.columnEdges()).toEqual(before);
  expect(await list.cutOff()).toEqual([]);

  await page.getByRole('button', { name: 'Stone beside the list' }).click();
  await page.getByRole('article', { name: 'Beside the list' }).waitFor();
  const sold = ['Weight', 'Shape', 'Colour', 'Clarity', 'Cut', 'Ppc', 'Rap %', 'Total'];
  await expect.poll(() => list.columnsInSight(), eventually).toEqual(expect.arrayContaining(sold));
  await expect.poll(() => list.cutOff(), eventually).toEqual([]);
  expect(await findings(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('the stone beside the list follows the arrow keys, is remembered, and Enter keeps the focus', async (context) => {
  const { page, list, problems } = await open(await openBrowser(context));
  await list.waitForRows();
  const beside = page.getByRole('article', { name: 'Beside the list' });
  expect(await beside.count()).toBe(0);
  await page.getByRole('button', { name: 'Stone beside the list' }).click();
  const [first, second, third] = await list.parcels();
  await beside.getByText(first!).waitFor();

  await byKeyboard(page).tabTo(list.row(first!));
  await page.keyboard.press('ArrowDown');
  await beside.getByText(second!).waitFor();
  await page.keyboard.press('ArrowDown');
  await beside.getByText(third!).waitFor();
  await beside.getByRole('heading', { name: 'History' }).waitFor();
  await beside.getByRole('button', { name: 'Request' }).waitFor();
  await beside.getByText('Measurements').waitFor();
  expect(await beside.innerText()).toMatch(/\$[\d,]+\.\d\d[\s\S]*Ppc/);

  const focused = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.closest('[data-key]')?.getAttribute('data-key') ?? null);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: third! }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), eventually).toBe('main');
  await page
    .getByRole('navigation', { name: 'Open stones' })
    .getByRole('button', { name: /^Close / })
    .click();
  await expect.poll(focused, eventually).toBe(third!);

  await page.reload();
  await beside.waitFor();
  await page.getByRole('button', { name: 'Stone beside the list' }).click();
  await beside.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

test('controls in rows are reached by the arrows; the table is one stop of Tab', async (context) => {
  const { page, list, problems } = await open(await openBrowser(context));
  await list.waitForRows();
  expect(
    await list.grid
      .locator('tbody :is(tr, input, button, a)')
      .evaluateAll((all) => all.filter((each) => (each as HTMLElement).tabIndex >= 0).length),
  ).toBe(1);
  const free = list.grid.locator('tr[data-key]', {
    has: page.getByRole('button', { name: /^Add [A-Z]+\d+ to cart$/ }),
  });
  const parcelName = await free.first().getAttribute('data-key');
  await list.row(parcelName!).focus();
  const inCart = list.row(parcelName!).getByRole('button', { name: / to cart$/ });
  for (let steps = 0; steps < 10; steps++) {
    if (await inCart.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Enter');
  await list
    .row(parcelName!)
    .getByRole('button', { name: / from cart$/ })
    .waitFor();
  await page.keyboard.press('ArrowLeft');
  expect(await list.row(parcelName!).evaluate((row) => row.contains(document.activeElement))).toBe(true);
  expect(problems).toEqual([]);
});

test('nothing moves through a day of work, nor with the bar of the client view', async (context) => {
  const { page, problems } = await openWindow(await openBrowser(context), { reducedMotion: 'reduce' });
  const shifts = await watchShifts(page);
  await loginPage(page, vitrine.address).signIn('demo-customer');
  await coreLoop(page, vitrine.address);
  const { unasked, all, moved } = await shifts();
  expect(unasked, moved.join('\n')).toBeLessThanOrEqual(0.01);
  expect(all, moved.join('\n')).toBeLessThanOrEqual(0.01);

  const list = stoneListPage(page);
  const top = async (): Promise<number[]> => {
    await list.waitForRows();
    const boxes = [page.getByRole('heading', { level: 1 }).and(page.locator(':visible')), list.grid];
    return Promise.all(boxes.map(async (box) => (await box.boundingBox())?.y ?? NaN));
  };
  const before = await top();
  await page.keyboard.press('Alt+p');
  await page.getByRole('complementary', { name: 'Client view' }).waitFor();
  expect(await top()).toEqual(before);
  expect(problems).toEqual([]);
});

test('filters keep their places and room, whatever is chosen', async (context) => {
  const { page, list, problems } = await open(await openBrowser(context));
  const bar = page.getByRole('group', { name: 'Filters' }).and(page.locator(':visible'));
  const places = (): Promise<unknown> =>
    bar.locator('button, input').evaluateAll((all) =>
      all.map((each) => {
        const { x, y, width } = each.getBoundingClientRect();
        return { x, y, width };
      }),
    );
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  for (const width of [820, 1440, 2560]) {
    await resize(page, { width, height: 1000 });
    // Beside the page or gone, as the width asks: until then the bar stands elsewhere.
    await sidebar.waitFor({ state: width < 1120 ? 'detached' : 'visible' });
    await list.waitForRows();
    const before = await places();
    await list.filterRange('Weight', '0.40', '10.00');
    await list.filterChoice('Clarity', ['VVS1', 'VVS2', 'VS2']);
    await list.filterChoice('Fluorescence', ['N', 'F']);
    await bar.getByRole('button', { name: 'Weight: 0.40 – 10.00 ct' }).waitFor();
    expect(await places(), String(width)).toEqual(before);
    await list.clearFilters();
    expect(await places(), String(width)).toEqual(before);
  }
  expect(problems).toEqual([]);
});

test('filters side by side are set by hand and by keys, count as one goes, and stay where they are pinned', async (context) => {
  const { page, list, shell: tabs, problems } = await open(await openBrowser(context));
  await list.waitForRows();
  await page.getByRole('button', { name: 'Filter panel' }).click();
  await page.getByRole('button', { name: 'Keep the filter panel open' }).click();
  const panel = page.getByRole('region', { name: 'Filter panel' }).and(page.locator(':visible'));
  const colours = panel.getByRole('toolbar', { name: 'Colour' });
  const step = (colour: string) => colours.getByRole('button', { name: new RegExp(`^${colour}, `) });
  const passing = async (): Promise<number> =>
    Number(/^([\d,]+) (?:of|stones)/.exec(await list.summary())![1]!.replace(',', ''));
  const chosen = (): Promise<(string | undefined)[]> =>
    colours
      .getByRole('button', { pressed: true })
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.split(',')[0]));
  const standing = async () => [(await panel.boundingBox())!.height, (await list.grid.boundingBox())!.y];
  await page.evaluate(settled);
  const before = await standing();
  const ofAll = await passing();

  // By hand: a stroke from E to G, with the mouse.
  const [from, to] = [await step('E').boundingBox(), await step('G').boundingBox()];
  await page.mouse.move(from!.x + 8, from!.y + 30);
  await page.mouse.down();
  await page.mouse.move(to!.x + 8, to!.y + 30, { steps: 12 });
  await page.mouse.up();
  await expect.poll(chosen, eventually).toEqual(['E', 'F', 'G']);
  expect(await passing()).toBeLessThan(ofAll);
  await panel.getByRole('button', { name: 'Colour: All' }).click();
  await expect.poll(passing, eventually).toBe(ofAll);

  // By keys: from F two steps on.
  await step('F').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(chosen, eventually).toEqual(['F', 'G', 'H']);

  // What stands beside a step is what it leaves.
  await panel.getByRole('textbox', { name: 'Weight from (ct)' }).fill('1');
  const counted = async (): Promise<number> =>
    Number((await step('G').getAttribute('aria-label'))!.split(', ')[1]!.replace(',', ''));
  await panel.getByRole('button', { name: 'Colour: All' }).click();
  await step('G').click();
  // Rows and counts follow after the paint, one after the other.
  await expect.poll(async () => (await passing()) - (await counted()), eventually).toBe(0);
  const ofG = await passing();
  await panel.getByRole('slider', { name: 'Weight to' }).press('ArrowLeft');
  await expect.poll(passing, eventually).toBeLessThanOrEqual(ofG);
  await expect.poll(standing, eventually).toEqual(before);

  await tabs.show('My Inventory');
  await panel.waitFor();
  await page.reload();
  await panel.waitFor();
  for (const width of [820, 1440, 2560]) {
    await resize(page, { width, height: 1000 });
    expect(await findings(page), String(width)).toEqual([]);
    expect(await page.evaluate(cutControls), String(width)).toEqual([]);
  }
  expect(problems).toEqual([]);
});

test('on a phone the filter panel is a sheet from top to bottom', async (context) => {
  const { page, problems } = await open(await openBrowser(context), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.locator('[data-key]').first().waitFor();
  await page.getByRole('button', { name: 'Filter panel' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('toolbar', { name: 'Shape' }).getByRole('button').first().tap();
  expect(await sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findings(page), colorScheme).toEqual([]);
  }
  expect(await page.evaluate(cutControls)).toEqual([]);
  await sheet.getByRole('button', { name: /^Show \d/ }).tap();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Shape: / }).waitFor();
  expect(problems).toEqual([]);
});

test('every column of every list is in sight at 1440, with no figure cut', async (context) => {
  const { list, shell: tabs, problems } = await open(await openBrowser(context));
  await tabs.everyTab();
  await list.waitForRows();
  const looked: string[] = [];
  for (const group of ['Available', 'My Inventory', 'Cart', 'Account History'] as const)
    for (const line of LINES) {
      if ((await tabs.count(group, line)) === null) continue;
      await tabs.show(group, line);
      await list.waitForRows();
      const name = `${group}: ${line}`;
      expect(await list.sideways(), name).toBe(0);
      expect(await list.cutTexts(), name).toEqual([]);
      looked.push(name);
    }
  expect(looked.length).toBeGreaterThanOrEqual(15);
  expect(problems).toEqual([]);
});

test('beside an unfolded stone the parcel stays, and every column can be brought in sight', async (context) => {
  const { page, list, problems } = await open(await openBrowser(context));
  await list.waitForRows();
  await page.getByRole('button', { name: 'Stone beside the list' }).click();
  await page.getByRole('article', { name: 'Beside the list' }).waitFor();
  const first = ['Parcel Name', 'Ppc', 'Rap %', 'Total'];
  await expect.poll(() => list.columnsInSight(), eventually).toEqual(expect.arrayContaining(first));
  const atEnd = [...first, 'Measurements', 'Ratio', 'Tier'];
  await list.scrollSideways('end');
  await expect.poll(() => list.columnsInSight(), eventually).toEqual(expect.arrayContaining(atEnd));
  expect(problems).toEqual([]);
});

test('on a wide window the pinned filter panel stands beside the table, which keeps every column', async (context) => {
  const browser = await openBrowser(context);
  const {
    page,
    list,
    shell: tabs,
    problems,
  } = await open(browser, { viewport: { width: 1760, height: 1000 } });
  await list.waitForRows();
  const stone = page.getByRole('button', { name: 'Stone beside the list' }).and(page.locator(':visible'));
  await stone.click();
  const bar = page.getByRole('group', { name: 'Filters' }).and(page.locator(':visible'));
  const before = await bar.boundingBox();
  await page.getByRole('button', { name: 'Filter panel' }).click();
  await page.getByRole('button', { name: 'Keep the filter panel open' }).click();
  const panel = page.getByRole('region', { name: 'Filter panel' }).and(page.locator(':visible'));
  const standing = async () => {
    const [box, table] = [(await panel.boundingBox())!, (await list.grid.boundingBox())!];
    const beside = box.x + box.width < table.x && Math.abs(box.y - table.y) < 3;
    return { beside, sideways: await list.sideways(), cut: await list.cutTexts() };
  };
  const standsBeside = (where: string): Promise<void> =>
    expect.poll(standing, { ...eventually, message: where }).toEqual({ beside: true, sideways: 0, cut: [] });
  await standsBeside('Available');
  expect((await bar.boundingBox())!.y).toBe(before!.y);

  // Its room is there before the list.
  const shifts = await watchShifts(page);
  await page.reload();
  await panel.waitFor();
  const { unasked, moved } = await shifts();
  expect(unasked, moved.join('\n')).toBeLessThanOrEqual(0.01);
  await tabs.show('My Inventory');
  await list.waitForRows();
  await standsBeside('My Inventory');
  expect(await findings(page)).toEqual([]);

  await stone.click();
  await page.getByRole('article', { name: 'Beside the list' }).and(page.locator(':visible')).waitFor();
  const above = async (): Promise<number> =>
    (await list.grid.boundingBox())!.y - (await panel.boundingBox())!.y;
  await expect.poll(above, eventually).toBeGreaterThan(100);
  await resize(page, { width: 2200, height: 1000 });
  await standsBeside('beside a stone');
  expect(problems).toEqual([]);
});

test('a finger draws the table sideways: no column moves, no stone opens', async (context) => {
  const { page, list, problems } = await open(await openBrowser(context), {
    viewport: { width: 820, height: 1180 },
    hasTouch: true,
    isMobile: true,
  });
  await list.waitForRows();
  const headings = await list.headings();
  const [first] = await list.parcels();
  const drawn = (): Promise<number> => list.grid.evaluate(({ parentElement }) => parentElement!.scrollLeft);
  expect(await list.sideways()).toBeGreaterThan(100);
  const touch = await page.context().newCDPSession(page);
  for (const on of [list.row(first!), list.grid.locator('thead')]) {
    await list.scrollSideways('start');
    const box = (await on.boundingBox())!;
    const finger = async (type: 'touchStart' | 'touchMove', x: number): Promise<void> => {
      await touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: [{ x, y: box.y + box.height / 2 }],
      });
    };
    await finger('touchStart', 600);
    for (let x = 580; x >= 400; x -= 20) await finger('touchMove', x);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(drawn, eventually).toBeGreaterThan(100);
    expect(await list.headings()).toEqual(headings);
    expect(await list.parcels()).toContain(first);
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
  expect(problems).toEqual([]);
});
