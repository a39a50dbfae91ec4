import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Window sizes in pixels. */
export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

/** For what comes by itself: how long it is waited for, in milliseconds. A limit for what hangs, not a measure of speed. */
export const eventually = { timeout: 60_000, interval: 100 };

/**
 * A new window with a session of its own, whose reader is far from the house's time zone; errors of its pages are kept
 * in `problems`. It is closed after the test: one that stays open draws every later change of the lists.
 * It installs nothing, which would load and keep every built file in each window, unless the options allow service
 * workers.
 */
export async function openWindow(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport: WIDE,
    timezoneId: 'Asia/Tokyo',
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(eventually.timeout);
  onTestFinished(() => inTime('a window closes', context.close()));
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  return { page, problems };
}

/** Waits until the page is so many pixels wide: it hears a moment later that its window was resized. */
export async function untilWide(page: Page, width: number): Promise<void> {
  await page.waitForFunction(`matchMedia('(width: ${width}px)').matches`);
}

/** Resizes the window, and waits until its page has heard of it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await untilWide(page, size.width);
}

/** The house's month now, as an invoice's: the tests may run on a machine elsewhere, where it is another one. */
export function houseMonth(): { year: number; month: number } {
  const [year, month] = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/New_York' }).split('-');
  return { year: Number(year), month: Number(month) };
}

/**
 * What the browser does in its own time, which has no limit there: waits so long at most, and names what for.
 * @param ms a limit for what hangs, not a measure of speed
 */
export async function inTime<T>(what: string, work: Promise<T>, ms = eventually.timeout): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ms / 1000} s: ${what}`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
