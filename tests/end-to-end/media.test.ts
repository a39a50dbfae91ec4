import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stone } from '#contracts/api/stones.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, NARROW, openWindow } from '#tests/support/windows.ts';
import { seriousFindings } from './pages/findings.ts';
import { loginPage } from './pages/login-page.ts';
import { shell } from './pages/shell.ts';
import { stoneListPage } from './pages/stone-list-page.ts';

let vitrine: LaunchedVitrine;
beforeAll(async () => {
  vitrine = await launchVitrine();
});
afterAll(async () => {
  await vitrine?.remove();
});

/** A new window, signed in, with the loose diamonds that are available before it; what goes wrong in it is kept. */
async function open(browser: Browser, options: BrowserContextOptions = {}) {
  const { page, problems } = await openWindow(browser, options);
  await loginPage(page, vitrine.address).signIn('demo-customer');
  const list = stoneListPage(page);
  const stones = (await (await page.request.get(`${vitrine.address}/inventory/available`)).json()) as Stone[];
  return {
    page,
    problems,
    list,
    /** Filters the list to the first stone that fits. */
    async only(fits: (stone: Stone) => boolean): Promise<string> {
      const found = stones.find(fits);
      if (!found) throw new Error('the demo has no such stone');
      await list.filterText('Parcel Name', found.parcelName);
      return found.parcelName;
    },
  };
}

const hasFilm = ({ photoUrl }: Stone): boolean => photoUrl !== undefined;
const hasStill = ({ stillPhotoUrl }: Stone): boolean => stillPhotoUrl !== undefined;
/** The turning view in front, and the degrees that it is turned by. */
const turning = (page: Page) => page.getByRole('dialog').frameLocator('iframe').getByRole('slider');
const degrees = async (page: Page): Promise<number> =>
  Number(await turning(page).getAttribute('aria-valuenow'));

/** How light a picture's outermost pixels are on average, 0 to 1. */
const lightOf = (page: Page, png: Buffer): Promise<number> =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const { width, height } = bitmap;
    const pen = new OffscreenCanvas(width, height).getContext('2d')!;
    pen.drawImage(bitmap, 0, 0);
    const inset = 6;
    let sum = 0;
    let count = 0;
    for (let y = inset; y < height - inset; y++)
      for (const x of [inset, width - inset]) {
        const [red = 0, green = 0, blue = 0] = pen.getImageData(x, y, 1, 1).data;
        sum += (red + green + blue) / 765;
        count++;
      }
    return sum / count;
  }, png.toString('base64'));

test('a still fills the card; without one the default image is shown', async (context) => {
  const { page, only, list, problems } = await open(await openBrowser(context));
  await list.waitForRows();
  await list.showGallery();
  await only(hasStill);
  const still = page.locator('main img').filter({ visible: true });
  await still.waitFor();
  await expect
    .poll(
      () => still.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
      eventually,
    )
    .toBe(true);
  // In the dark no white tile lies behind it.
  await page.emulateMedia({ colorScheme: 'dark' });
  const card = still.locator('..');
  expect(await lightOf(page, await card.screenshot())).toBeLessThan(0.5);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await lightOf(page, await card.screenshot())).toBeGreaterThan(0.85);
  await only((stone) => !hasStill(stone) && !hasFilm(stone));
  await still.waitFor({ state: 'detached' });
  await page.locator('main [aria-label^="Open "] svg, main li svg').first().waitFor();
  expect(problems).toEqual([]);
});

test('under the pointer the film plays, and ends when the pointer leaves', async (context) => {
  const { page, only, list, problems } = await open(await openBrowser(context));
  await list.waitForRows();
  await list.showGallery();
  const parcelName = await only((stone) => hasFilm(stone) && hasStill(stone));
  await page.getByRole('button', { name: new RegExp(`^Open ${parcelName},`) }).hover();
  const film = page.frameLocator('iframe[title="Preview"]').getByRole('slider', { includeHidden: true });
  await film.waitFor({ state: 'attached' });
  const first = await film.getAttribute('aria-valuenow');
  await expect.poll(() => film.getAttribute('aria-valuenow'), eventually).not.toBe(first);
  await page.getByRole('heading', { level: 1 }).filter({ visible: true }).hover();
  await page.locator('iframe[title="Preview"]').waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

test('the media modal: the turning view follows arrow keys and the mouse, the still is a press away, Esc closes it', async (context) => {
  const { page, only, list, problems } = await open(await openBrowser(context), { reducedMotion: 'reduce' });
  await list.waitForRows();
  const parcelName = await only((stone) => hasFilm(stone) && hasStill(stone));
  await page.getByRole('button', { name: `Show ${parcelName}` }).click();
  await turning(page).waitFor();
  // Where motion is not wanted it rests until it is asked.
  expect(await degrees(page)).toBe(0);
  await turning(page).press('ArrowRight');
  await expect.poll(() => degrees(page), eventually).toBeGreaterThan(0);
  await turning(page).press('ArrowLeft');
  await expect.poll(() => degrees(page), eventually).toBe(0);
  const box = (await turning(page).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.75, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => degrees(page), eventually).toBeGreaterThan(60);
  expect(await seriousFindings(page)).toEqual([]);

  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Photo' }).click();
  await dialog.getByRole('img').waitFor();
  await dialog.getByRole('button', { name: 'Video' }).click();
  await turning(page).press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

test('on a small screen the page of a stone shows its film', async (context) => {
  const { page, only, problems } = await open(await openBrowser(context), {
    viewport: NARROW,
    reducedMotion: 'reduce',
  });
  const parcelName = await only((stone) => hasFilm(stone) && hasStill(stone));
  await page.getByRole('button', { name: new RegExp(`^Open ${parcelName},`) }).click();
  const picture = page.getByRole('region', { name: 'Photo or video' }).filter({ visible: true });
  await picture.frameLocator('iframe').getByRole('slider').waitFor();
  await picture.getByRole('button', { name: 'Drawing' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
  expect(problems).toEqual([]);
});

test('a jewellery model shows its picture', async (context) => {
  const { page, problems } = await open(await openBrowser(context));
  await shell(page).show('Available', 'Core Jewellery');
  await page.getByRole('grid', { name: 'Jewellery models' }).getByText('BT218W', { exact: true }).click();
  const image = page.getByRole('dialog').getByRole('img');
  await image.waitFor();
  expect(await image.getAttribute('src')).toMatch(/^\/demo-media\/piece\.svg\?/);
  expect(problems).toEqual([]);
});
