import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { comesAt, isFolded, SCHEMES, SCREENS, SIZES, type Size } from '#tests/screenshots/screens/index.ts';
import { OFFICE_PATHS, OFFICE_SCREENS } from '#tests/screenshots/screens/office-screens.ts';
import type { Screen } from '#tests/screenshots/screens/screen.ts';
import { eventually, inTime, untilWide } from '#tests/support/windows.ts';
import { MENU } from '../../web-admin/layout/menu.ts';
import { cutControls } from './pages/cut-controls.ts';
import { findings } from './pages/findings.ts';

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  // No document shall arrive between the choice of a stone whose last entry may be corrected and its correction.
  vitrine = await launchVitrine({ VITRINE_SIMULATOR_DELAY_S: '3600' });
});

afterAll(async () => {
  await vitrine?.remove();
});

test('every page of the back office is in the table', () => {
  const pages = MENU.flatMap((group) => group.pages.map(({ resource }) => `/${resource}`));
  expect(pages.filter((path) => !OFFICE_PATHS.includes(path))).toEqual([]);
});

type Window = { page: Page; resize: (size: Size) => Promise<void> };

/**
 * Side by side: one waits for the server while the other is looked at. Each screen comes wide and narrow, and the
 * portal's own also on a tablet and on a large screen, where that takes no more than another width. Schemes alternate;
 * npm run screenshots looks at each width in both.
 */
const PARTS = 2;
/** A screen is come to by several presses and questions, each of which has a limit of its own. */
const COMES_WITHIN_MS = 180_000;
/** All that is waited for has a limit of its own: this one is for what none of them sees. Two slow cores take 15 minutes. */
const PART_ENDS_WITHIN_MS = 1_800_000;
/** So many in a row mean that Vitrine or the browser has gone: each of the rest would be waited for in vain. */
const LOST_AFTER = 3;
const DID_NOT_COME = 'did not come';

test.concurrent.for(Array.from({ length: PARTS }, (_, part) => part + 1))(
  `every screen, part %i of ${PARTS}: it comes wide and narrow, axe finds nothing, nothing is cut, nothing scrolls to the side`,
  { timeout: PART_ENDS_WITHIN_MS },
  async (part, context) => {
    const windows = new Map<string, Window>();
    const problems: string[] = [];
    let at = 'none';
    let lost = 0;
    // A part that fails by its own limit reports how far it has come.
    context.onTestFailed(() =>
      console.log(
        `part ${part}, last screen ${at}:\n${problems.join('\n') || 'no problem found so far'}\n` +
          `Vitrine wrote last:\n${vitrine.output().slice(-4_000)}`,
      ),
    );
    for (const [place, screen] of SCREENS.entries()) {
      if (place % PARTS !== part - 1) continue;
      at = screen.name;
      const showsPdfs = screen.showsPdf === true;
      const key = `${screen.user ?? 'a visitor'}${showsPdfs ? ', with PDFs' : ''}`;
      const window =
        windows.get(key) ??
        (await inTime(
          `a window for ${key}`,
          signedIn(await openBrowser(context, { showsPdfs }), screen.user),
        ));
      windows.set(key, window);
      for (const [look, size] of sizesOf(screen).entries()) {
        const colorScheme = SCHEMES[(place + look) % SCHEMES.length]!;
        await inTime(`it gets ${colorScheme}`, window.page.emulateMedia({ colorScheme }));
        const found = await problemsOf(window, screen, size);
        problems.push(...found.map((problem) => `${screen.name}, ${size}, ${colorScheme}: ${problem}`));
        lost = found.some((problem) => problem.startsWith(DID_NOT_COME)) ? lost + 1 : 0;
        if (lost === LOST_AFTER) throw new Error(`${LOST_AFTER} in a row did not come, up to ${screen.name}`);
      }
    }
    for (const { page } of windows.values()) await inTime('a window closes', page.context().close());
    context.expect(problems).toEqual([]);
  },
);

function sizesOf(screen: Screen): readonly Size[] {
  const resized = screen.has && !OFFICE_SCREENS.includes(screen);
  const sizes: readonly Size[] = resized ? ['wide', 'narrow', 'tablet', 'large'] : ['wide', 'narrow'];
  return sizes.filter((size) => comesAt(screen, size));
}

async function signedIn(browser: Browser, user: string | null): Promise<Window> {
  const browserContext = await browser.newContext({
    viewport: SIZES.wide,
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Tokyo',
    // It would keep every built file in each window, and answer with them: a screen looks the same without it.
    serviceWorkers: 'block',
  });
  // A limit for what hangs: beside others a screen may take its time.
  browserContext.setDefaultTimeout(eventually.timeout);
  if (user !== null) {
    const reply = await browserContext.request.post(`${vitrine.address}/login`, {
      data: { username: user, password: 'Demo-pass-1' },
      headers: { origin: vitrine.address },
    });
    if (!reply.ok()) throw new Error(`${user} cannot sign in: ${reply.status()} ${await reply.text()}`);
  }
  const page = await browserContext.newPage();
  const devtools = await browserContext.newCDPSession(page);
  return {
    page,
    /** A narrow window is a phone's, as wide as its page declares; a tablet is touched as well. */
    resize: async (size) => {
      const metrics = { ...SIZES[size], deviceScaleFactor: 1, mobile: size === 'narrow' };
      await devtools.send('Emulation.setDeviceMetricsOverride', metrics);
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: isFolded(size) });
    },
  };
}

async function problemsOf({ page, resize }: Window, screen: Screen, size: Size): Promise<string[]> {
  const problems: string[] = [];
  const broken = (error: Error): unknown => problems.push(error.message);
  page.on('pageerror', broken);
  try {
    if (size !== 'wide' && screen.has) {
      await inTime(`it gets ${size}`, resize(size));
      await screen.has(page).waitFor();
    } else {
      await page.goto(`${vitrine.address}/favicon.svg`);
      await inTime(
        'it forgets',
        page.evaluate(() => localStorage.clear()),
      );
      await inTime(`it gets ${size}`, resize(size));
      await inTime(
        `${screen.name} comes`,
        screen.visit(page, { base: vitrine.address, narrow: isFolded(size) }),
        COMES_WITHIN_MS,
      );
    }
    await untilWide(page, SIZES[size].width);
    problems.push(...(await findings(page)));
    const width = await inTime(
      'its width is measured',
      page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0),
    );
    if (width > SIZES[size].width) problems.push(`scrolls to the side: it is ${width} wide`);
    problems.push(...(await inTime('cut controls are looked for', page.evaluate(cutControls))));
  } catch (error) {
    problems.push(`${DID_NOT_COME}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    page.off('pageerror', broken);
  }
  return problems;
}
