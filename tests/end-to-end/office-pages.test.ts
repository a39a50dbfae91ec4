import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDesireResource } from '#contracts/api/desires.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually } from '#tests/support/windows.ts';
import { openOffice } from './pages/admin/office.ts';

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  vitrine = await launchVitrine();
});

afterAll(async () => {
  await vitrine?.remove();
});

const open = (browser: Browser, username: string) => openOffice(browser, vitrine.address, username);

/** A request for similar stones of the demo's customer, sent with a remark. */
async function askForAStone(browser: Browser, remarks: string): Promise<void> {
  const portal = await browser.newContext();
  const post = async (path: string, data: object): Promise<unknown> => {
    const reply = await portal.request.post(`${vitrine.address}${path}`, {
      data,
      headers: { origin: vitrine.address },
    });
    if (!reply.ok()) throw new Error(`${path}: ${await reply.text()}`);
    return reply.json();
  };
  await post('/login', { username: 'demo-customer', password: 'Demo-pass-1' });
  const desired = await post('/inventory/desire_stone', {
    desire: { shape: ['RD'], weight: { minimum: 0.5 } },
  });
  const { desireId } = (desired as { desire: { desireId: string } }).desire;
  await post('/inventory/request_stones_similar', { parcelNames: [], desires: [{ desireId }], remarks });
  await portal.close();
}

test('a rep finds a stone for an open desire, requests it for the customer, and the desire is closed', async (context) => {
  const browser = await openBrowser(context);
  const remarks = 'For the window of the tests';
  await askForAStone(browser, remarks);
  const { page, shell, heading, row, yes, read, problems } = await open(browser, 'demo-rep');
  await shell.show('Open Desires');
  await row(new RegExp(remarks)).getByRole('link').click();
  await heading(/^Similar stone for /);
  await page
    .getByRole('button', { name: /^Request and fill with / })
    .first()
    .click();
  await yes(/^Request .* and mark the desire as filled by it\?$/);
  await shell.toast(/fills the desire of/).waitFor();
  await heading('Open Desires');
  await expect
    .poll(
      async () => (await read<OpenDesireResource[]>('/api/desires')).map((one) => one.remarks),
      eventually,
    )
    .not.toContain(remarks);
  expect(problems).toEqual([]);
});

test('of two edits of one user the second shows what the first changed, keeps what was typed, and is saved', async (context) => {
  const { page, form, heading, call, read, problems } = await open(await openBrowser(context), 'demo-admin');
  await page.goto(`${vitrine.address}/admin/users/demo-rep`);
  await heading('demo-rep');
  await form.fill('Last name', 'Second');
  // Somebody else, whose window does not take the focus from this one.
  expect(await call('PUT', '/api/users/demo-rep', { firstName: 'Rowan' })).toBe(200);
  await form.save();
  const notice = page.getByRole('alert').filter({ hasText: 'demo-admin has changed this user' });
  await notice.getByText(/First name: .* → “Rowan”/).waitFor();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Second');
  await form.save();
  await heading('Users');
  await expect
    .poll(() => read<object>('/api/users/demo-rep'), eventually)
    .toMatchObject({ firstName: 'Rowan', lastName: 'Second' });
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
});
