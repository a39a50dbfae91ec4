import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually } from '#tests/support/windows.ts';
import { openPortal, type PortalWindow } from './pages/portal-window.ts';
import { LINES, type Group } from './pages/shell.ts';

/** What the lists show, and to whom. */

const JEWELLER = 'Harbor Light Jewelers';
type LineTitle = (typeof LINES)[number];
const GROUPS: readonly Group[] = ['My Inventory', 'Available', 'Cart', 'Account History'];

let vitrine: LaunchedVitrine;
beforeAll(async () => {
  vitrine = await launchVitrine();
});
afterAll(async () => {
  await vitrine?.remove();
});
const open = (browser: Browser, username: string) => openPortal(browser, vitrine.address, username);

/** Shows a list; of jewellery that is available, the pieces. */
async function show(window: PortalWindow, group: Group, line: LineTitle): Promise<void> {
  await window.shell.show(group, line);
  if (group === 'Available' && line === 'Core Jewellery') await window.models.showPieces();
  await window.list.waitForRows();
}

/** The columns that a list has, in every caller's view at wholesale prices (product: Stone table). */
function columnsOf(group: Group, line: LineTitle): string[] {
  const own = [
    ...(group === 'My Inventory' || group === 'Account History' ? ['Status'] : []),
    ...(group === 'Account History' ? ['Last Action'] : []),
    ...(group === 'My Inventory' ? ['Days Out', 'Due'] : []),
  ];
  if (line === 'Core Jewellery')
    return [...own, 'Parcel Name', 'Model', 'Description', 'Type', 'Sub-type', 'Finish', 'Weight', 'Total'];
  return [
    ...own,
    'Parcel Name',
    'Lab',
    'Cert',
    'Weight',
    'Shape',
    'Colour',
    'Clarity',
    'Flu',
    'Cut',
    'Pol',
    'Sym',
    'Table %',
    'Depth %',
    'Measurements',
    'Ratio',
    'Tier',
    'Diamond Type',
    'Ppc',
    'Total',
    ...(line === 'Loose Diamonds' ? ['Rap %'] : []),
  ];
}

test.for(['demo-customer', 'demo-rep', 'demo-admin'])(
  'the four lists of the four lines, as %s',
  async (username, context) => {
    const window = await open(await openBrowser(context), username);
    if (username !== 'demo-customer') await window.shell.actFor(JEWELLER);
    await window.shell.everyTab();
    let seen = 0;
    for (const line of LINES) {
      for (const group of GROUPS) {
        if ((await window.shell.tab(group, line).count()) === 0) continue;
        seen++;
        await show(window, group, line);
        // The customer's flags may come after the rows.
        await expect
          .poll(() => window.list.headings(), { ...eventually, message: `${group}, ${line}` })
          .toEqual(expect.arrayContaining(columnsOf(group, line)));
        if (line !== 'Loose Diamonds') expect(await window.list.headings()).not.toContain('Rap %');
        expect((await window.list.parcels()).length).toBeGreaterThan(0);
        const [rows] = (await window.list.summary()).split(' ·');
        expect(rows).toMatch(/^[\d,]+ (stones?|pieces?)$/);
      }
    }
    expect(seen).toBeGreaterThanOrEqual(12);
    expect(window.problems).toEqual([]);
  },
);

test('staff without a customer see list prices and may not fill a cart', async (context) => {
  const window = await open(await openBrowser(context), 'demo-rep');
  await show(window, 'Available', 'Loose Diamonds');
  const [first] = await window.list.parcels();
  await window.list.select(first!);
  expect(await window.list.actionButton('Add to cart').isDisabled()).toBe(true);
  expect(await window.shell.tab('Cart').count()).toBe(0);
});

async function setShowPrices(showPrices: ShowPrices): Promise<void> {
  const call = async (path: string, body: unknown, token?: string): Promise<Response> =>
    fetch(`${vitrine.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const signedIn = await call('/login', { username: 'demo-admin', password: 'Demo-pass-1' });
  const { token } = (await signedIn.json()) as { token: string };
  const changed = await call('/admin/updateuser', { username: 'demo-customer', showPrices }, token);
  expect(changed.status).toBe(200);
}

test.for([
  ['RETAIL', ['Rap %']],
  ['NONE', ['Rap %', 'Total', 'Ppc']],
] as const)('in price mode %s no list shows %o', async ([mode, hidden], context) => {
  const browser = await openBrowser(context);
  await setShowPrices(mode);
  try {
    const window = await open(browser, 'demo-customer');
    await window.shell.everyTab();
    for (const line of LINES) {
      for (const group of GROUPS) {
        if ((await window.shell.tab(group, line).count()) === 0) continue;
        await show(window, group, line);
        // The customer's flags may come after the rows.
        const last = mode === 'RETAIL' ? 'Total' : 'Weight';
        await expect.poll(() => window.list.headings(), eventually).toContain(last);
        const headings = await window.list.headings();
        for (const column of hidden) expect(headings, `${group}, ${line}`).not.toContain(column);
        if (mode === 'NONE') expect(await window.list.grid.innerText()).not.toMatch(/\$/);
      }
    }
    await show(window, 'Available', 'Loose Diamonds');
    const named = await window.list.filterNames();
    expect(named.includes('Total')).toBe(mode === 'RETAIL');
    await window.list.showGallery();
    const cards = window.page.getByRole('list', { name: 'Available: Loose Diamonds' });
    await cards.waitFor();
    expect(/\$[\d,]+\.\d\d/.test(await cards.innerText())).toBe(mode === 'RETAIL');
    expect(window.problems).toEqual([]);
  } finally {
    await setShowPrices('WHOLESALE');
  }
});
