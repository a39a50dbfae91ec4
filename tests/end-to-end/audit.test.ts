import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, findings, NARROW, WIDE } from '#tests/support/windows.ts';
import { openOffice } from './pages/admin/office.ts';

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  vitrine = await launchVitrine();
});

afterAll(async () => {
  await vitrine?.remove();
});

const open = (browser: Browser, username: string, options: BrowserContextOptions = {}) =>
  openOffice(browser, vitrine.address, username, options);

/** A stone that a jeweller has just requested. */
async function requestedStone(): Promise<string> {
  const post = async (path: string, body: unknown, token = ''): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const reply = await fetch(`${vitrine.address}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return reply.json();
  };
  const signIn = { username: 'demo-customer', password: 'Demo-pass-1' };
  const { token } = (await post('/login', signIn)) as { token: string };
  const stones = (await post('/inventory/available', {}, token)) as { parcelName: string; total: number }[];
  const cheapest = stones.toSorted((a, b) => a.total - b.total)[0];
  if (!cheapest) throw new Error('no stone is available');
  const { parcelName } = cheapest;
  await post('/inventory/request_stones', { parcelNames: [parcelName], remarks: 'for the window' }, token);
  return parcelName;
}

test('an administrator searches the history; the address keeps what was searched for', async (context) => {
  const office = await open(await openBrowser(context), 'demo-admin');
  await office.shell.show('History');
  await office.history.waitForRows();
  await office.history.toggle('Corrections');
  const corrections = ['Date changed', 'Undone', 'Spell repriced'];
  await expect
    .poll(
      async () => (await office.history.types()).every((type) => corrections.includes(type.trim())),
      eventually,
    )
    .toBe(true);
  await office.page.reload();
  await office.history.waitForRows();
  expect(await office.history.isOn('Corrections')).toBe(true);
  expect((await office.history.types()).every((type) => corrections.includes(type.trim()))).toBe(true);

  const parcelName = await office.history.openFirstParcel();
  await office.parcel.drawing.waitFor();
  expect((await office.parcel.was()).join('\n')).toMatch(/Date changed by|Undone by/);
  await office.page.goBack();
  await office.history.waitForRows();
  await office.history.toggle('Corrections');
  await office.history.find(parcelName.toLowerCase());
  // Not its corrections alone: all that was recorded of it.
  await expect
    .poll(async () => (await office.history.types()).map((type) => type.trim()), eventually)
    .toEqual(expect.arrayContaining(['Request', 'Memo']));

  await office.page.getByRole('button', { name: 'Clear Filters' }).click();
  await office.history.chooseCustomer('harbor', 'Harbor Light Jewelers');
  await expect
    .poll(async () => [...new Set(await office.history.customers())], eventually)
    .toEqual(['Harbor Light Jewelers']);
  expect(office.problems).toEqual([]);
});

test('an administrator undoes a request after seeing its effect; the history shows what was and what is', async (context) => {
  const office = await open(await openBrowser(context), 'demo-admin');
  const parcelName = await requestedStone();
  await expect
    .poll(async () => {
      await office.parcel.open(parcelName);
      return office.parcel.summary();
    }, eventually)
    .toContain('Requested');
  await office.parcel.changeDate();
  await office.parcel.dialog.getByRole('button', { name: 'Yes' }).click();
  await office.parcel.dialog.getByText('Not a valid date.').waitFor();
  await office.parcel.dialog.getByRole('button', { name: 'No' }).click();

  await office.parcel.undo();
  await office.page.getByRole('dialog', { name: 'Are you sure you want to delete this event?' }).waitFor();
  await expect.poll(() => office.parcel.effect.innerText(), eventually).toMatch(/Requested\s*→\s*Available/);
  expect(await office.parcel.effect.innerText()).toMatch(/Held by Harbor Light Jewelers/);
  await office.parcel.dialog.getByLabel('Reason').fill('the wrong stone');
  await office.parcel.dialog.getByRole('button', { name: 'Yes' }).click();
  await office.shell.toast('Undone. The history shows both.').waitFor();
  await expect.poll(() => office.parcel.summary(), eventually).toContain('Available');
  expect((await office.parcel.was()).at(-1)).toMatch(
    /Request\s*Undone[\s\S]*Undone by demo-admin.*the wrong stone/,
  );

  // By key alone: what we knew before the undoing.
  await office.parcel.knowledge.focus();
  await office.page.keyboard.press('ArrowLeft');
  await expect
    .poll(() => office.parcel.summary(), eventually)
    .toMatch(/Requested[\s\S]*As it was known then/);
  await office.page.keyboard.press('ArrowRight');
  await expect.poll(() => office.parcel.summary(), eventually).not.toContain('As it was known then');
  expect(office.problems).toEqual([]);
});

test('a rep opens neither history nor a parcel, and the server refuses its calls', async (context) => {
  const office = await open(await openBrowser(context), 'demo-rep');
  expect(await office.shell.pages()).toContain('Vendor Notices');
  expect(await office.shell.pages()).not.toContain('History');
  for (const path of ['/history', '/anomalies', '/mails']) {
    await office.entrance.open(path);
    await office.page.getByRole('heading', { name: 'This page is for administrators' }).waitFor();
  }
  for (const path of ['history', 'history/x/effect', 'parcels/KP14316/timeline', 'anomalies', 'mails']) {
    const reply = await office.page.request.get(`${vitrine.address}/api/${path}`);
    expect([path, reply.status()]).toEqual([path, 403]);
  }
  const undo = { parcelName: 'KP14316', action: 'SOLD', preview: true };
  const refused = await office.page.request.post(`${vitrine.address}/inventory/undo`, {
    data: undo,
    headers: { origin: vitrine.address },
  });
  expect(refused.status()).toBe(403);
});

test.for([
  ['light', WIDE],
  ['dark', WIDE],
  ['light', NARROW],
  ['dark', NARROW],
] as const)('axe finds nothing in the audit, %s, %o', async ([colorScheme, viewport], context) => {
  const office = await open(await openBrowser(context), 'demo-admin', {
    colorScheme,
    viewport,
    reducedMotion: 'reduce',
  });
  const corrections = encodeURIComponent('{"type":["EventDateChanged"]}');
  const pages = [
    ['/history', 'History'],
    [`/history?filter=${corrections}`, 'History'],
    ['/anomalies', 'Anomalies'],
    ['/vendor-notices', 'Vendor Notices'],
    ['/mails', 'Outbox'],
  ] as const;
  for (const [path, name] of pages) {
    await office.entrance.open(path);
    await office.page.getByRole('heading', { level: 1, name }).waitFor();
    await office.page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    expect({ path, findings: await findings(office.page) }).toEqual({ path, findings: [] });
    expect({ path, overflow: await overflow(office.page) }).toEqual({ path, overflow: 0 });
  }
  await office.parcel.open(await requestedStone());
  expect(await findings(office.page)).toEqual([]);
  expect(await overflow(office.page)).toBe(0);
  await office.parcel.changeDate();
  await office.parcel.dialog.getByLabel('New date').waitFor();
  expect(await findings(office.page)).toEqual([]);
});

/** By how many pixels the page is wider than the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate('Math.max(0, document.documentElement.scrollWidth - window.innerWidth)');
