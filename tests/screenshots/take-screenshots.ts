import { AxeBuilder } from '@axe-core/playwright';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { SCREENS, type Visit } from './screens.ts';

const USAGE = `npm run screenshots -- [--url ADDRESS] [--out FOLDER] [--only SCREEN]

Looks at every screen of a running Vitrine with the demo data, light and dark, wide and narrow: a picture of each in
FOLDER (default screenshots), and what axe finds in it. It changes nothing but who is signed in. A serious or critical
finding, or a screen that does not come, ends it with 1. TEST_BROWSER names a Chromium where none is found.`;

const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const SCHEMES = ['light', 'dark'] as const;

const { values } = parseArgs({ options: { url: { type: 'string', default: 'http://127.0.0.1:8080' }, out: { type: 'string', default: 'screenshots' }, only: { type: 'string' }, help: { type: 'boolean' } } });
if (values.help) console.log(USAGE);
else process.exitCode = (await run(values.url.replace(/\/$/, ''), values.out, values.only)) === 0 ? 0 : 1;

async function run(base: string, out: string, only: string | undefined): Promise<number> {
  mkdirSync(out, { recursive: true });
  const browser = await openBrowser();
  let problems = 0;
  for (const scheme of SCHEMES) {
    for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
      const pages = new Map<string, Page>();
      for (const { name, user, visit, only: onlySize } of SCREENS) {
        if ((only !== undefined && only !== name) || (onlySize && onlySize !== size)) continue;
        const key = user ?? '';
        let page = pages.get(key);
        if (!page) pages.set(key, (page = await signedIn(browser, base, user, scheme, size)));
        problems += await look(page, { base, narrow: size === 'narrow' }, visit, `${name} (${scheme}, ${size})`, path.join(out, `${name}-${scheme}-${size}.png`));
      }
      for (const page of pages.values()) await page.context().close();
    }
  }
  await browser.close();
  console.log(problems === 0 ? `Every screen came, and axe found nothing serious. Pictures: ${path.resolve(out)}` : `${problems} problems`);
  return problems;
}

async function look(page: Page, visit: Visit, show: (page: Page, visit: Visit) => Promise<void>, title: string, file: string): Promise<number> {
  try {
    await show(page, visit);
    await page.waitForTimeout(350); // what fades in has come
    await page.screenshot({ path: file });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    for (const { id, help, nodes } of serious) console.log(`${title}: ${id}, ${help}\n  ${nodes.map(({ target }) => target.join(' ')).slice(0, 4).join('\n  ')}`);
    return serious.length;
  } catch (error) {
    console.log(`${title}: did not come: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

async function signedIn(browser: Browser, base: string, user: string | null, colorScheme: 'light' | 'dark', size: keyof typeof SIZES): Promise<Page> {
  const narrow = size === 'narrow';
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme, reducedMotion: 'reduce', isMobile: narrow, hasTouch: narrow });
  if (user !== null) {
    const reply = await context.request.post(`${base}/login`, { data: { username: user, password: 'Demo-pass-1' }, headers: { origin: base } });
    if (!reply.ok()) throw new Error(`${user} cannot sign in at ${base}: ${reply.status()} ${await reply.text()}`);
  }
  return context.newPage();
}

async function openBrowser(): Promise<Browser> {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const installed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
  const executablePath = process.env.TEST_BROWSER ?? installed;
  return chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: ['--disable-quic', '--no-first-run', '--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] });
}
