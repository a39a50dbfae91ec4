import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { afterAll, type TestContext } from 'vitest';
import { bundledBrowser } from '#tests/support/bundled-browser.ts';
import { isExecutable } from '#tests/support/executable.ts';
import { inTime } from '#tests/support/windows.ts';

const NONE =
  'no browser was found. Install Chromium or Chrome, set TEST_BROWSER to the path of one, ' +
  'or run npx playwright-core install chromium';

/** By whether it shows PDFs. */
const opened = new Map<boolean, Promise<Browser>>();

/**
 * The browser of a test file, started at the first call and closed after the file. With `showsPdfs` a whole one, which
 * has a viewer of PDFs, where there is one: the headless shell has none.
 * Where none is found the calling test is skipped with the reason; with CI=true it fails instead.
 * @param context the test's own, as vitest hands it to the test function
 */
export async function openBrowser(
  context: Pick<TestContext, 'skip'>,
  { showsPdfs = false } = {},
): Promise<Browser> {
  const opening = opened.get(showsPdfs) ?? launch(showsPdfs);
  opened.set(showsPdfs, opening);
  const browser = await opening.catch((error: unknown) => {
    if (error instanceof NoBrowser && process.env.CI !== 'true') return undefined;
    throw error;
  });
  return browser ?? context.skip(NONE);
}

class NoBrowser extends Error {
  constructor() {
    super(NONE);
    this.name = 'NoBrowser';
  }
}

afterAll(async () => {
  const closing = [...opened.values()];
  opened.clear();
  for (const one of closing)
    await one.then((browser) => inTime('a browser closes', browser.close()), ignoreMissing);
});

function ignoreMissing(error: unknown): void {
  if (!(error instanceof NoBrowser)) throw error;
}

async function launch(showsPdfs: boolean): Promise<Browser> {
  const found = await findBrowser(showsPdfs);
  if (!found) throw new NoBrowser();
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({ ...found, headless: true, args: [...QUIET, ...(asRoot ? ['--no-sandbox'] : [])] });
}

/**
 * Where to find a browser, in this order: TEST_BROWSER, an installed Chromium or Chrome, Playwright's cache, and the
 * one that comes as a package.
 */
async function findBrowser(showsPdfs: boolean): Promise<LaunchOptions | undefined> {
  const asked = process.env.TEST_BROWSER;
  if (asked !== undefined && !existsSync(asked)) {
    throw new Error(`TEST_BROWSER is ${asked}, where there is no file`);
  }
  const executablePath = asked ?? installed(showsPdfs) ?? cachedByPlaywright();
  return executablePath === undefined ? bundledBrowser() : { executablePath };
}

/** Nothing that talks to the network by itself, or asks at the first start. */
const QUIET = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The headless shell draws pages alone, where a whole browser draws its own window around each too. */
function installed(showsPdfs: boolean): string | undefined {
  const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const shell = 'chromium-headless-shell';
  const names = showsPdfs ? [...whole, shell] : [shell, ...whole];
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const places = [
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
    'C:/Program Files (x86)/Google/Chrome/Application/chrome.exe',
  ];
  return places.find(isExecutable);
}

/** The newest Chromium that any version of Playwright has installed for this user. */
function cachedByPlaywright(): string | undefined {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(os.homedir(), PLAYWRIGHT_CACHE);
  if (!existsSync(cache)) return undefined;
  return readdirSync(cache)
    .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
    .sort((a, b) => revision(b) - revision(a))
    .flatMap((name) => PLAYWRIGHT_PROGRAMS.map((program) => path.join(cache, name, program)))
    .find(isExecutable);
}

const revision = (name: string): number => Number(/\d+$/.exec(name)?.[0]);

const PLAYWRIGHT_CACHE =
  { darwin: 'Library/Caches/ms-playwright', win32: 'AppData/Local/ms-playwright' }[
    process.platform as string
  ] ?? '.cache/ms-playwright';

const PLAYWRIGHT_PROGRAMS = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-linux/headless_shell',
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac/headless_shell',
  'chrome-win/chrome.exe',
  'chrome-win/headless_shell.exe',
];
