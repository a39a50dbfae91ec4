import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually } from '#tests/support/windows.ts';
import { openOffice } from './pages/admin/office.ts';

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  // No document shall arrive meanwhile: what one has proven can no longer be corrected.
  vitrine = await launchVitrine({ VITRINE_SIMULATOR_DELAY_S: '3600' });
});

afterAll(async () => {
  await vitrine?.remove();
});

const open = (browser: Browser, username: string) => openOffice(browser, vitrine.address, username);

/** Calls by the API, as the jeweller of the demo. */
async function jeweller() {
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
  return (path: string, body: unknown = {}) => post(path, body, token);
}

type Row = { parcelName: string; total: number; status: string; lastAction: string };

/** A stone that a jeweller has just requested. */
async function requestedStone(): Promise<string> {
  const call = await jeweller();
  const stones = (await call('/inventory/available')) as Row[];
  const cheapest = stones.toSorted((a, b) => a.total - b.total)[0];
  if (!cheapest) throw new Error('no stone is available');
  const { parcelName } = cheapest;
  await call('/inventory/request_stones', { parcelNames: [parcelName], remarks: 'for the window' });
  return parcelName;
}

/** A stone held for long that a jeweller has just sent back. */
async function returnedStone(): Promise<string> {
  const call = await jeweller();
  const held = ((await call('/inventory/customer')) as Row[]).filter(({ status }) => status === 'CUSTOMER');
  const [longest] = held.toSorted((a, b) => a.lastAction.localeCompare(b.lastAction));
  if (!longest) throw new Error('the jeweller holds nothing');
  await call('/inventory/return', { parcelNames: [longest.parcelName], remarks: '' });
  return longest.parcelName;
}

test('an administrator searches the history; the address keeps what was searched for', async (context) => {
  const office = await open(await openBrowser(context), 'demo-admin');
  await office.shell.show('History');
  await office.history.waitForRows();
  await office.history.toggle('Corrections');
  const corrections = ['Date changed', 'Undone', 'Spell repriced'];
  const onlyCorrections = async (): Promise<boolean> => {
    const types = await office.history.types();
    return types.length > 0 && types.every((type) => corrections.includes(type.trim()));
  };
  await expect.poll(onlyCorrections, eventually).toBe(true);
  await office.page.reload();
  await office.history.waitForRows();
  await expect.poll(() => office.history.isOn('Corrections'), eventually).toBe(true);
  await expect.poll(onlyCorrections, eventually).toBe(true);

  const parcelName = await office.history.openFirstParcel();
  await office.parcel.drawing.waitFor();
  await expect
    .poll(async () => (await office.parcel.was()).join('\n'), eventually)
    .toMatch(/Date changed by|Undone by/);
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
  await expect
    .poll(async () => (await office.parcel.was()).at(-1), eventually)
    .toMatch(/Request\s*Undone[\s\S]*Undone by demo-admin.*the wrong stone/);

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

test('an administrator back-dates a return: what it changes in money is shown before, and stands in the history after', async (context) => {
  const { page, parcel, shell, problems } = await open(await openBrowser(context), 'demo-admin');
  const parcelName = await returnedStone();
  await expect
    .poll(async () => {
      await parcel.open(parcelName);
      return parcel.summary();
    }, eventually)
    .toContain('Pending Return');
  await parcel.changeDate();
  const day = new Date(Date.now() - 5 * 86_400_000).toLocaleDateString('sv-SE', {
    timeZone: 'America/New_York',
  });
  await parcel.dialog.getByLabel('New date').fill(`${day}T10:00`);
  await page.getByRole('heading', { name: /^Change this event's date to .*10:00 AM\?$/ }).waitFor();
  const bills = parcel.effect.getByRole('row', { name: /^Bill \d{4}-\d\d, Harbor Light Jewelers/ });
  await bills.first().waitFor({ timeout: 60_000 });
  const shown = await bills.allInnerTexts();
  expect(shown.join('\n')).toMatch(/−\$[\d,.]+/);
  await parcel.dialog.getByLabel('Reason').fill('the courier had it since');
  await parcel.dialog.getByRole('button', { name: 'Yes' }).click();
  await shell.toast('Date changed. The history shows both.').waitFor();
  await expect
    .poll(async () => (await parcel.was()).at(-1), eventually)
    .toMatch(
      /Return[\s\S]*10:00 AM[\s\S]*first dated[\s\S]*Date changed by demo-admin.*the courier had it since/,
    );

  const learnt = page.getByRole('region', { name: 'What we knew' }).getByRole('listitem').last();
  await learnt.getByText('Date changed', { exact: true }).waitFor();
  await learnt.getByRole('button', { name: 'What it changed in money' }).click();
  const changed = learnt.getByRole('row', { name: /^Bill \d{4}-\d\d, Harbor Light Jewelers/ });
  await changed.first().waitFor({ timeout: 60_000 });
  expect(await changed.allInnerTexts()).toEqual(shown);
  expect(problems).toEqual([]);
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
