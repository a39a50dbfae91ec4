import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, openWindow } from '#tests/support/windows.ts';
import { certificateViewer } from './pages/certificate-viewer.ts';
import { seriousFindings } from './pages/findings.ts';
import { loginPage } from './pages/login-page.ts';
import { shell } from './pages/shell.ts';
import { similarModal } from './pages/similar-modal.ts';
import { stonePage } from './pages/stone-page.ts';

const JEWELLER = 'Harbor Light Jewelers';
type Row = Record<string, unknown> & { parcelName: string };

let vitrine: LaunchedVitrine;
beforeAll(async () => {
  // Documents take their time: what one has proven can no longer be corrected.
  vitrine = await launchVitrine({ VITRINE_SIMULATOR_DELAY_S: '3600' });
});
afterAll(async () => {
  await vitrine?.remove();
});

/** A new window, signed in; what goes wrong in it is kept. */
async function open(browser: Browser, username: string, options: BrowserContextOptions = {}) {
  const { page, problems } = await openWindow(browser, { reducedMotion: 'reduce', ...options });
  await loginPage(page, vitrine.address).signIn(username);
  const stone = stonePage(page);
  return {
    page,
    problems,
    shell: shell(page),
    stone,
    /** The first parcel of a list that fits. */
    async parcel(path: string, fits: (row: Row) => boolean = () => true): Promise<Row> {
      const rows = (await (await page.request.get(`${vitrine.address}/${path}`)).json()) as Row[];
      const row = rows.find(fits);
      if (!row) throw new Error(`/${path} has no such parcel`);
      return row;
    },
    /** Opens a parcel's tab by its link. */
    async open({ parcelName }: { parcelName: string }): Promise<void> {
      await page.goto(`${vitrine.address}/?parcel=${parcelName}`);
      await stone.waitFor(parcelName);
    },
  };
}

async function expectAccessible(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    expect([scheme, await seriousFindings(page)]).toEqual([scheme, []]);
  }
}

const VARIANTS = [
  ['inventory', 'Diamond Details', true],
  ['labgrown', 'Lab Grown Diamond Details', true],
  ['fancycolour', 'Fancy Colour Diamond Details', false],
  ['jewellery', 'Jewellery Details', false],
] as const;

test.for(['demo-customer', 'demo-rep', 'demo-admin'])(
  'the details of every line, as %s',
  async (username, context) => {
    const window = await open(await openBrowser(context), username);
    if (username !== 'demo-customer') await window.shell.actFor(JEWELLER);
    for (const [line, title, matched] of VARIANTS) {
      await window.open(await window.parcel(`${line}/available`));
      await window.stone.title(title).waitFor();
      const expected =
        line === 'jewellery'
          ? ['Properties', 'Status', 'Component stones', 'History']
          : ['Stone Properties', 'Proportions', 'Certificate', 'Status', 'Measurements', 'History'];
      const inTime = { ...eventually, message: title };
      await expect.poll(() => window.stone.sections(), inTime).toEqual(expect.arrayContaining(expected));
      await expect.poll(() => window.stone.action('Request').count(), inTime).toBe(1);
      await expect.poll(() => window.stone.action('Find a Match').count(), inTime).toBe(matched ? 1 : 0);
      await expect
        .poll(() => window.stone.fact('Status', 'Department').count(), inTime)
        .toBe(username === 'demo-admin' ? 1 : 0);
      if (username === 'demo-customer') await expectAccessible(window.page);
    }
    expect(window.problems).toEqual([]);
  },
);

test('on a phone the price of a stone is seen without scrolling', async (context) => {
  const viewport = { width: 390, height: 844 };
  const window = await open(await openBrowser(context), 'demo-customer', { viewport, hasTouch: true });
  for (const path of ['inventory/available', 'inventory/customer']) {
    await window.open(await window.parcel(path));
    const total = window.stone.article.getByRole('region', { name: 'Price' }).getByText(/^Total \$[\d,.]+$/);
    const { y, height } = (await total.boundingBox())!;
    expect(y + height, path).toBeLessThanOrEqual(viewport.height);
  }
  expect(window.problems).toEqual([]);
});

test("an unknown stone or piece is reported in its line's words", async (context) => {
  const { page, problems } = await open(await openBrowser(context), 'demo-customer');
  await page.goto(`${vitrine.address}/?parcel=NOWHERE`);
  await page.getByText('Stone could not be loaded').waitFor();
  expect(problems).toEqual([]);
});

async function setShowPrices(showPrices: ShowPrices): Promise<void> {
  const call = (path: string, body: unknown, token?: string): Promise<Response> =>
    fetch(`${vitrine.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const { token } = (await (
    await call('/login', { username: 'demo-admin', password: 'Demo-pass-1' })
  ).json()) as {
    token: string;
  };
  expect((await call('/admin/updateuser', { username: 'demo-customer', showPrices }, token)).status).toBe(
    200,
  );
}

/** Round stones of usual weights, which have matches in the demo. */
const usual = ({ shapeCode, weight }: Row): boolean =>
  shapeCode === 'RD' && Number(weight) > 0.5 && Number(weight) < 0.9;

test.for(['RETAIL', 'NONE'] as const)(
  'in price mode %s details and matches show no more than they may',
  async (mode, context) => {
    const browser = await openBrowser(context);
    await setShowPrices(mode);
    try {
      const window = await open(browser, 'demo-customer');
      await window.open(await window.parcel('inventory/available', usual));
      const shown = await window.stone.article.innerText();
      expect(shown).not.toContain('RAP');
      expect(shown.includes('$')).toBe(mode === 'RETAIL');
      await window.stone.findAMatch();
      const match = similarModal(window.page, 'Find a Match');
      await match.waitForCandidates();
      expect((await match.dialog.innerText()).includes('$')).toBe(mode === 'RETAIL');
      const table = await match.compare(2);
      expect((await table.innerText()).includes('$')).toBe(mode === 'RETAIL');
      expect(await table.innerText()).not.toContain('RAP');
      expect(window.problems).toEqual([]);
    } finally {
      await setShowPrices('WHOLESALE');
    }
  },
);

test.for(['inventory', 'labgrown'])(
  'Find a Match in %s: ranked, explained, compared, into the cart',
  async (line, context) => {
    const window = await open(await openBrowser(context), 'demo-customer');
    await window.open(await window.parcel(`${line}/available`, usual));
    await window.stone.findAMatch();
    const match = similarModal(window.page, 'Find a Match');
    await match.waitForCandidates();
    const scores = await match.scores();
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(Math.max(...scores)).toBeLessThan(10);
    expect(await match.firstVerdict()).toBe(scores[0]! < 2 ? 'Closest' : scores[0]! < 5 ? 'Near' : 'Further');
    const differences = (await match.differences()).join('\n');
    expect(differences).toMatch(/better|worse/);
    expect(differences).toMatch(/^\$[\d,]+ (less|more)$/m);
    await expectAccessible(window.page);
    await match.addToCart(0).click();
    await window.shell.toast('Added to Cart').waitFor();
    await match.inCart(0).waitFor();
    const table = await match.compare(2);
    expect(await table.getByRole('columnheader').count()).toBe(4);
    await expectAccessible(window.page);
    await match.close();
    expect(window.problems).toEqual([]);
  },
);

test('certificates: of GIA by parcel, of FM by its number; not offered for a long FM number', async (context) => {
  const window = await open(await openBrowser(context, { showsPdfs: true }), 'demo-customer');
  const gia = await window.parcel('inventory/available', ({ lab }) => lab === 'GIA');
  await window.open(gia);
  await window.stone.viewCertificate();
  const ofGia = certificateViewer(window.page, `GIA ${String(gia['certNo'])}`);
  expect(await ofGia.shown()).toMatch(/^blob:/);
  expect(await ofGia.downloadName()).toMatch(/^GIA-.*\.pdf$/);
  await expectAccessible(window.page);
  await ofGia.close();

  // One with hearts and arrows has an AGS addendum; the viewer goes from one to the other.
  const graded = await window.parcel(
    'inventory/available',
    ({ lab, haSleeve }) => lab === 'GIA' && haSleeve === true,
  );
  await window.open(graded);
  await window.stone.viewCertificate();
  const withAddendum = certificateViewer(window.page, `GIA ${String(graded['certNo'])}`);
  await withAddendum.addendum.click();
  await expect.poll(() => withAddendum.downloadName(), eventually).toMatch(/addendum/);
  await withAddendum.certificate.click();
  await expect.poll(() => withAddendum.downloadName(), eventually).not.toMatch(/addendum/);
  await withAddendum.close();

  const short = await window.parcel(
    'inventory/available',
    ({ lab, shortCertNo }) => lab === 'FM' && /^\d{6,9}$/.test(String(shortCertNo)),
  );
  await window.open(short);
  await window.stone.viewCertificate();
  const ofFm = certificateViewer(window.page, `FM ${String(short['certNo'])}`);
  expect(await ofFm.shown()).toContain(`/certificates/${String(short['shortCertNo'])}.pdf`);
  await ofFm.close();
  expect(window.problems).toEqual([]);
});

test('a remark goes with the action and is cleared; an administrator back-dates it, undoes it, and both stay visible', async (context) => {
  const browser = await openBrowser(context);
  const jeweller = await open(browser, 'demo-customer');
  const stone = await jeweller.parcel('inventory/available', usual);
  await jeweller.open(stone);
  await jeweller.stone.request('for a client');
  await expect.poll(() => jeweller.stone.status(), eventually).toMatch(/Requested/);
  await expect.poll(() => jeweller.stone.remark.inputValue(), eventually).toBe('');
  await jeweller.stone.action('Return').waitFor();
  await jeweller.stone.action('Sold').waitFor();
  await expect
    .poll(async () => (await jeweller.stone.history()).join('\n'), eventually)
    .toMatch(/Request[\s\S]*for a client/);
  expect(await jeweller.stone.action('Undo').count()).toBe(0);

  const admin = await open(browser, 'demo-admin');
  await admin.open(stone);
  const day = new Date(Date.now() - 2 * 86_400_000).toLocaleDateString('sv-SE', {
    timeZone: 'America/New_York',
  });
  await admin.stone.changeDate(`${day}T09:30`, 'agreed then');
  await expect.poll(async () => (await admin.stone.history()).join('\n'), eventually).toMatch(/9:30 AM/);
  await admin.stone.historyEntries.locator('del').first().waitFor();
  const effect = await admin.stone.undo('a mistake');
  expect(effect).toMatch(/Requested[\s\S]*Available/);
  await expect.poll(() => admin.stone.status(), eventually).toMatch(/Available/);
  await expect
    .poll(async () => (await admin.stone.history()).join('\n'), eventually)
    .toMatch(/Undone[\s\S]*a mistake/);
  for (const { problems } of [jeweller, admin]) expect(problems).toEqual([]);
});
