import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { coreLoop } from '#tests/support/core-loop.ts';
import { watchShifts } from '#tests/support/layout-shifts.ts';
import { atMost, figure, type BenchRow } from '#tests/bench/bench-row.ts';
import { CLS, KIB, LCP_MS } from './budgets.ts';
import { paints } from './frames.ts';
import { signedIn } from './table.bench.ts';
import { NOTHING_AHEAD, weightsOf } from './weights.ts';

/** What a page asked for until `ready`, and its paints. */
async function opened(page: Page, url: string, ready: (page: Page) => Promise<void>) {
  const asked: string[] = [];
  const note = (request: { url(): string }): void => void asked.push(request.url());
  page.on('request', note);
  await page.goto(url);
  await ready(page);
  const requests = [...asked];
  const figures = await paints(page);
  page.off('request', note);
  return { requests, ...figures };
}

/** Weights of the entries and lazy features, and how soon and steadily each page paints. */
export async function benchPages(
  browser: Browser,
  base: string,
  portal: string,
  admin: string,
): Promise<BenchRow[]> {
  const weights = weightsOf(portal);
  const figures: BenchRow[] = [];
  const add = (name: string, kib: number, budget: number, lcp: number, cls: number): void =>
    void figures.push(
      figure(`${name}: gzipped scripts and styles`, kib, 'KiB', '', atMost(budget)),
      figure(`${name}: largest contentful paint`, lcp, 'ms', '', atMost(LCP_MS)),
      figure(`${name}: cumulative layout shift`, cls, '', '', atMost(CLS)),
    );

  const visitor = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true })
  ).newPage();
  await visitor.addInitScript(NOTHING_AHEAD);
  const home = await opened(visitor, `${base}/home.html`, (page) =>
    page.getByRole('heading', { level: 1 }).waitFor(),
  );
  add('home', weights.ofRequests(home.requests), KIB.publicPage, home.lcp, home.cls);
  await visitor.context().clearCookies();
  const login = await opened(visitor, `${base}/login`, (page) =>
    page.getByRole('button', { name: 'Sign In' }).waitFor(),
  );
  add('sign-in', weights.ofRequests(login.requests), KIB.signIn, login.lcp, login.cls);
  // Without a good link: the page that shows stones is loaded all the same.
  for (const [name, path] of [
    ['client link', '/clientlink'],
    ["vendor's link", '/vendorview'],
  ] as const) {
    const page = await opened(visitor, `${base}${path}`, (shown) =>
      shown.getByRole('heading', { level: 1 }).waitFor(),
    );
    add(name, weights.ofRequests(page.requests), KIB.publicPage, page.lcp, page.cls);
  }
  await visitor.context().close();

  const jeweller = await signedIn(browser, base);
  await jeweller.addInitScript(NOTHING_AHEAD);
  const shell = await opened(jeweller, `${base}/`, (page) =>
    page.locator('tbody tr[data-key]').first().waitFor(),
  );
  add(
    'shell with table of 50,000 stones',
    weights.ofRequests(shell.requests),
    KIB.shell,
    shell.lcp,
    shell.cls,
  );
  await jeweller.context().close();
  figures.push(...(await benchLoop(browser, base)));

  for (const { name, kib } of weights.lazy(shell.requests).slice(0, 6))
    figures.push(figure(`lazy: ${name.replace(/-[\w-]{8}\.js$/, '')}`, kib, 'KiB', '', atMost(KIB.lazy)));
  if (existsSync(`${admin}/index.html`))
    figures.push(
      figure(
        'back office: gzipped scripts and styles',
        weightsOf(admin).entry(),
        'KiB',
        '',
        atMost(KIB.backOffice),
      ),
    );
  return figures;
}

/** What moves on the page while a jeweller works: by itself, and all of it. */
async function benchLoop(browser: Browser, base: string): Promise<BenchRow[]> {
  const page = await signedIn(browser, base);
  const shifts = await watchShifts(page);
  await coreLoop(page, base);
  const { unasked, all } = await shifts();
  await page.context().close();
  return [
    figure('a day of work: cumulative layout shift', unasked, '', '', atMost(CLS)),
    figure('a day of work: with what follows an input', all, '', '', atMost(CLS)),
  ];
}
