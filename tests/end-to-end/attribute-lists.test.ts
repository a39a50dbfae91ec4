import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttributeListResource } from '#contracts/api/attribute-lists.ts';
import type { AttributeLists } from '#contracts/api/attributes.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, openWindow } from '#tests/support/windows.ts';
import { attributeListsPage } from './pages/admin/attribute-lists-page.ts';
import { openOffice } from './pages/admin/office.ts';
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

/** A window of the back office on its attribute lists. */
async function officeOf(browser: Browser, username: string) {
  const office = await openOffice(browser, vitrine.address, username);
  return { ...office, lists: attributeListsPage(office.page, vitrine.address) };
}

/** A jeweller's portal with the available naturals in front. */
async function openPortal(browser: Browser) {
  const { page, problems } = await openWindow(browser, { reducedMotion: 'reduce' });
  await loginPage(page, vitrine.address).signIn('demo-customer');
  const list = stoneListPage(page);
  await shell(page).show('Available', 'Loose Diamonds');
  await list.waitForRows();
  return { page, problems, list };
}

test('what an administrator calls a shape is read in an open portal and in /attributes/all; then it is reset', async (context) => {
  const browser = await openBrowser(context);
  const {
    page,
    shell: office,
    form,
    lists,
    problems,
    yes,
    heading,
    read,
  } = await officeOf(browser, 'demo-admin');
  const portal = await openPortal(browser);
  const round = async (): Promise<string | undefined> =>
    (await read<AttributeLists>('/attributes/all')).shapes.find(({ shapeCode }) => shapeCode === 'RD')
      ?.description;
  const shapes = async (): Promise<Set<string>> => new Set(await portal.list.column('Shape'));
  await portal.list.filterChoice('Shape', ['Round']);
  await expect.poll(shapes, eventually).toEqual(new Set(['Round']));
  expect(await round()).toBe('Round');

  await office.show('Attribute Lists');
  await expect.poll(() => lists.row('Clarities').innerText(), eventually).toContain('Codes only');
  await page.getByRole('link', { name: 'Shapes' }).click();
  await heading('Shapes');
  await lists.word('RD').fill('oval');
  await form.save();
  await form.alert('OV is known by this name.').waitFor();
  expect(await round()).toBe('Round');
  await lists.word('RD').fill('Brillant');
  await form.save();
  await office.toast('Shapes was saved.').waitFor();
  await expect.poll(() => lists.row('Shapes').innerText(), eventually).toMatch(/1[\s\S]*by demo-admin/);
  await expect.poll(round, eventually).toBe('Brillant');
  // The portal was not touched: it got a notice.
  await expect.poll(shapes, eventually).toEqual(new Set(['Brillant']));
  await portal.list.filterChoice('Shape', ['Oval']);
  await expect.poll(shapes, eventually).toEqual(new Set(['Brillant', 'Oval']));
  const [parcel = ''] = await portal.list.parcels();
  await portal.list.open(parcel);
  await portal.page
    .getByRole('article', { name: `Stone ${parcel}` })
    .getByText('Brillant', { exact: true })
    .first()
    .waitFor();

  await page.getByRole('link', { name: 'Shapes' }).click();
  await expect.poll(() => lists.changes.allInnerTexts(), eventually).toContainEqual('RD: Round → Brillant');
  await lists.resetList();
  await yes('Reset all names in Shapes to their defaults?');
  await office.toast('Shapes was reset.').waitFor();
  await expect.poll(() => lists.row('Shapes').innerText(), eventually).toContain('None');
  await expect.poll(round, eventually).toBe('Round');
  for (const window of [problems, portal.problems]) expect(window).toEqual([]);
});

test('what is typed is not lost by going away unasked; one word is reset on its own', async (context) => {
  const {
    page,
    shell: office,
    form,
    lists,
    problems,
    heading,
  } = await officeOf(await openBrowser(context), 'demo-admin');
  await lists.open('tiers', 'Tiers');
  const before = await lists.word('Reserve').inputValue();
  await lists.word('Reserve').fill('Our very best.');
  let asked = '';
  page.once('dialog', (dialog) => {
    asked = dialog.message();
    void dialog.dismiss();
  });
  await office.menu.getByRole('link', { name: 'Asset Pages' }).click();
  await expect.poll(() => asked, eventually).not.toBe('');
  await heading('Tiers');
  expect(await lists.word('Reserve').inputValue()).toBe('Our very best.');
  await lists.resetWord('Reserve', before);
  await expect.poll(() => lists.word('Reserve').inputValue(), eventually).toBe(before);
  await form.cancel();
  await heading('Attribute Lists');
  expect(problems).toEqual([]);
});

test('of two administrators the second learns what the first changed, and loses nothing', async (context) => {
  const browser = await openBrowser(context);
  const [first, second] = [await officeOf(browser, 'demo-admin'), await officeOf(browser, 'demo-admin')];
  for (const { lists } of [first, second]) await lists.open('colours', 'Colours');
  await second.lists.word('E').fill('Exceptional white');
  await first.lists.word('D').fill('Finest white');
  await first.form.save();
  await first.shell.toast('Colours was saved.').waitFor();
  await second.form.save();
  await second.form.alert('demo-admin has changed this list since you opened it.').waitFor();
  await expect
    .poll(() => second.lists.changes.allInnerTexts(), eventually)
    .toContainEqual('D: D → Finest white');
  expect(await second.lists.word('E').inputValue()).toBe('Exceptional white');
  await second.form.save();
  await second.shell.toast('Colours was saved.').waitFor();
  const { entries } = await first.read<AttributeListResource>('/api/attribute-lists/colours');
  expect(entries.slice(0, 2).map(({ description }) => description)).toEqual([
    'Finest white',
    'Exceptional white',
  ]);
  for (const { problems } of [first, second]) expect(problems).toEqual([]);
});

test('a sales rep is refused, on the server too', async (context) => {
  const {
    page,
    shell: office,
    lists,
    call,
    problems,
  } = await officeOf(await openBrowser(context), 'demo-rep');
  expect(await office.pages()).not.toContain('Attribute Lists');
  await page.goto(`${vitrine.address}/admin/attribute-lists/shapes`);
  await page.getByText('This page is for administrators').waitFor();
  expect(await lists.word('RD').count()).toBe(0);
  expect(await call('GET', '/api/attribute-lists')).toBe(403);
  expect(await call('GET', '/api/attribute-lists/shapes')).toBe(403);
  expect(await call('PUT', '/api/attribute-lists/shapes', { entries: [] })).toBe(403);
  expect(problems).toEqual([]);
});
