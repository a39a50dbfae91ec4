import { AxeBuilder } from '@axe-core/playwright';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#tests/support/launch-chromium.ts';
import { comesAt, isFolded, SCHEMES, SCREENS, SIZES, type Size } from './screens/index.ts';
import type { Screen } from './screens/screen.ts';

const USAGE = `npm run screenshots -- [--url ADDRESS] [--out FOLDER] [--only PART OF A NAME] [--scheme light|dark] [--size wide|narrow|tablet|large]

Looks at every screen of a running Vitrine with the demo data, light and dark, at four widths: a picture of each in
FOLDER (default screenshots), and what axe finds in it. It changes nothing but who is signed in, and makes a vendor's link and a jeweller's second plan where there is none. A serious or critical
finding, or a screen that does not come, ends it with 1. TEST_BROWSER names a Chromium where none is found.`;

type Look = { scheme: (typeof SCHEMES)[number]; size: Size };

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    url: { ...text, default: 'http://127.0.0.1:8080' },
    out: { ...text, default: 'screenshots' },
    only: text,
    scheme: text,
    size: text,
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(USAGE);
else process.exitCode = (await takeAll(values.url.replace(/\/$/, ''), values.out)) === 0 ? 0 : 1;

async function takeAll(base: string, out: string): Promise<number> {
  mkdirSync(out, { recursive: true });
  const browser = await launchChromium();
  let problems = 0;
  for (const scheme of SCHEMES.filter((each) => (values.scheme ?? each) === each)) {
    const sizes = (Object.keys(SIZES) as Size[]).filter((each) => (values.size ?? each) === each);
    for (const size of sizes)
      problems += await takeLook(browser, base, out, { scheme, size });
  }
  await browser.close();
  console.log(
    problems === 0
      ? `Every screen came, and axe found nothing serious. Pictures: ${path.resolve(out)}`
      : `${problems} problems`,
  );
  return problems;
}

async function takeLook(browser: Browser, base: string, out: string, look: Look): Promise<number> {
  const pages = new Map<string, Page>();
  let problems = 0;
  for (const screen of SCREENS) {
    if (values.only !== undefined && !screen.name.includes(values.only)) continue;
    if (!comesAt(screen, look.size)) continue;
    const key = screen.user ?? '';
    let page = pages.get(key);
    if (!page) pages.set(key, (page = await signedIn(browser, base, screen.user, look)));
    problems += await take(page, screen, base, out, look);
  }
  for (const page of pages.values()) await page.context().close();
  return problems;
}

async function take(page: Page, screen: Screen, base: string, out: string, look: Look): Promise<number> {
  const title = `${screen.name} (${look.scheme}, ${look.size})`;
  try {
    await page.goto(`${base}/favicon.svg`);
    await page.evaluate('localStorage.clear()');
    await screen.visit(page, { base, narrow: isFolded(look.size) });
    await page.waitForTimeout(350); // what fades in has come
    await page.screenshot({ path: path.join(out, `${screen.name}-${look.scheme}-${look.size}.png`) });
    // A PDF in a frame is the browser's own page.
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    for (const { id, help, nodes } of serious) {
      const places = nodes.map(({ target }) => `  ${target.join(' ')}`).slice(0, 4);
      console.log([`${title}: ${id}, ${help}`, ...places].join('\n'));
    }
    return serious.length;
  } catch (error) {
    console.log(`${title}: did not come: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

async function signedIn(browser: Browser, base: string, user: string | null, look: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: SIZES[look.size],
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
    isMobile: look.size === 'narrow',
    hasTouch: isFolded(look.size),
  });
  context.setDefaultTimeout(10_000);
  if (user !== null) {
    const reply = await context.request.post(`${base}/login`, {
      data: { username: user, password: 'Demo-pass-1' },
      headers: { origin: base },
    });
    if (!reply.ok())
      throw new Error(`${user} cannot sign in at ${base}: ${reply.status()} ${await reply.text()}`);
  }
  return context.newPage();
}
