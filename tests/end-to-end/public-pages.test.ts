import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, NARROW, openWindow, resize, WIDE } from '#tests/support/windows.ts';
import { seriousFindings } from './pages/findings.ts';
import { loginPage } from './pages/login-page.ts';
import { publicSite } from './pages/public-site.ts';
import { referralPage } from './pages/referral-page.ts';
import { shell } from './pages/shell.ts';

let vitrine: LaunchedVitrine;
let otherSite: { address: string; close: () => Promise<void> };

beforeAll(async () => {
  otherSite = await siteWithFrame(() => `${vitrine.address}/loginform`);
  vitrine = await launchVitrine({ VITRINE_FRAME_ANCESTORS: otherSite.address });
});

afterAll(async () => {
  await vitrine?.remove();
  await otherSite?.close();
});

/** A page of another site with a frame; `localhost` is another site than 127.0.0.1 to a browser. */
async function siteWithFrame(source: () => string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>A jeweller</title><iframe src="${source()}" width="420" height="480">`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

async function open(browser: Browser, options: BrowserContextOptions = {}) {
  const { page, problems } = await openWindow(browser, options);
  return {
    page,
    problems,
    site: publicSite(page, vitrine.address),
    login: loginPage(page, vitrine.address),
    referral: referralPage(page),
    shell: shell(page),
  };
}

const PAGES = [
  ['/home', 'The first inventory subscription service'],
  ['/home.html', 'The first inventory subscription service'],
  ['/our-model.html', 'Show more. Own less. Send back the rest.'],
  ['/our-diamonds.html', 'Chosen as if each were the only one.'],
  ['/analytics.html', 'Know what sells, what sits, and what it costs.'],
  ['/about.html', 'A diamond should meet the person who will wear it.'],
  ['/contact.html', 'Write to us. A person answers.'],
  ['/login', 'Log In'],
  ['/referral', 'Refer a Friend'],
  ['/nowhere', ''],
] as const;

test('every public route: its heading is in the HTML or drawn, nothing fails, nothing overflows, axe finds nothing serious in either theme', async (context) => {
  const browser = await openBrowser(context);
  const visitor = await open(browser, { reducedMotion: 'reduce' });
  for (const [path, heading] of PAGES) {
    await visitor.site.open(path);
    if (heading) await visitor.site.heading.filter({ hasText: heading }).waitFor();
    else await visitor.page.getByText('There is no such page').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.page.emulateMedia({ colorScheme });
      const found = await seriousFindings(visitor.page);
      expect([path, colorScheme, found]).toEqual([path, colorScheme, []]);
      await resize(visitor.page, NARROW);
      await expect.poll(async () => [path, await visitor.site.overflow()], eventually).toEqual([path, 0]);
      await resize(visitor.page, WIDE);
    }
  }
  expect(visitor.problems).toEqual([]);
});

test('public pages can be read without any script', async (context) => {
  const browser = await openBrowser(context);
  const visitor = await open(browser, { javaScriptEnabled: false });
  for (const [path, heading] of PAGES.slice(1, 7)) {
    await visitor.site.open(path);
    expect(await visitor.site.heading.innerText()).toContain(heading);
  }
});

test('a visitor walks through the navigation, the mobile menu and the footer to the frames, and to the login', async (context) => {
  const browser = await openBrowser(context);
  const visitor = await open(browser);
  await visitor.site.open('/home.html');
  for (const [title, path] of [
    ['Our Model', '/our-model.html'],
    ['Our Diamonds', '/our-diamonds.html'],
    ['Analytics', '/analytics.html'],
    ['About', '/about.html'],
    ['Contact', '/contact.html'],
  ] as const) {
    await visitor.site.follow(title);
    await visitor.page.waitForURL(`**${path}`);
  }
  for (const name of ['Request a Demo', 'Get in Touch'])
    expect(await visitor.site.mailLink(name).getAttribute('href')).toMatch(/^mailto:/);
  for (const [name, path] of [
    ['About', '/about'],
    ['News', '/news'],
  ] as const) {
    await visitor.site.footer.getByRole('link', { name }).click();
    await visitor.page.waitForURL(`**${path}`);
    const framed = visitor.page.frameLocator(`iframe[title="${name}"]`);
    await framed.getByRole('heading', { level: 1 }).waitFor();
    expect(await framed.getByRole('banner').isVisible()).toBe(false);
  }
  await resize(visitor.page, NARROW);
  await visitor.site.menuButton.click();
  await visitor.site.menu.getByRole('link', { name: 'Log In' }).click();
  await visitor.login.heading.waitFor();
  expect(visitor.problems).toEqual([]);
});

test("a wrong password shows 'Login Failed', in a toast that stays; Enter submits and success goes to /", async (context) => {
  const browser = await openBrowser(context);
  const visitor = await open(browser);
  await visitor.page.clock.install();
  await visitor.login.open();
  await visitor.login.fill('demo-customer', 'wrong');
  // Drawn by the build, the form takes Enter once its script is there.
  await visitor.page.locator('button:enabled', { hasText: 'Sign In' }).waitFor();
  await visitor.page.keyboard.press('Enter');
  await visitor.shell.toast('Login Failed').waitFor();
  // Past the time after which a mere notice goes away.
  await visitor.page.clock.fastForward(4500);
  await visitor.shell.toast('Login Failed').waitFor();
  await visitor.login.fill('demo-customer', 'Demo-pass-1');
  await visitor.page.keyboard.press('Enter');
  await visitor.page.waitForURL(`${vitrine.address}/`);
  await visitor.page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(visitor.problems).toEqual([]);
});

test("/loginform in another site's frame signs the top window in, by a cookie of its own", async (context) => {
  const browser = await openBrowser(context);
  const visitor = await open(browser);
  await visitor.page.goto(otherSite.address);
  const frame = visitor.page.frameLocator('iframe');
  await frame.getByLabel('Username').fill('demo-customer');
  await frame.getByLabel('Password').fill('Demo-pass-1');
  await frame.getByRole('button', { name: 'Sign In' }).click();
  await visitor.page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(visitor.page.url()).toBe(`${vitrine.address}/`);
  await visitor.page.reload();
  await visitor.page.getByRole('navigation', { name: 'Main' }).waitFor();
});

test('no other page may be framed by another site, and without configuration not this one either', async () => {
  const policy = async (path: string): Promise<string> => {
    const { headers } = await fetch(`${vitrine.address}${path}`, { headers: { accept: 'text/html' } });
    return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
  };
  expect(await policy('/loginform')).toBe(`'self' ${otherSite.address}`);
  expect(await policy('/referralform')).toBe(`'self' ${otherSite.address}`);
  for (const path of ['/', '/login', '/referral', '/home.html']) expect(await policy(path)).toBe("'self'");
});

test('a signed-in jeweller refers a friend: the form is prefilled, the referral sent, and the shell is back', async (context) => {
  const browser = await openBrowser(context);
  const jeweller = await open(browser);
  await jeweller.login.signIn('demo-customer');
  await jeweller.page.getByRole('link', { name: 'Refer a Friend' }).click();
  await expect.poll(() => jeweller.referral.gifterName.inputValue(), eventually).toBe('Dana');
  expect(await jeweller.referral.gifterEmail.inputValue()).toBe('demo-customer@example.com');
  await jeweller.referral.refer('Grace', 'grace@shop.example');
  await jeweller.shell.toast('Referral Sent').waitFor();
  await jeweller.page.getByRole('navigation', { name: 'Main' }).waitFor();
  await jeweller.page.waitForURL(`${vitrine.address}/`);
  expect(jeweller.problems).toEqual([]);
});
