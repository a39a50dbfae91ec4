import type { Page } from 'playwright-core';

/** The public pages as a visitor sees them. `base` is the server's address, without a slash at the end. */
export function publicSite(page: Page, base: string) {
  const bar = page.getByRole('banner');
  return {
    async open(path: string): Promise<void> {
      await page.goto(base + path);
    },
    heading: page.getByRole('heading', { level: 1 }),
    /** Follows a link of the navigation bar. */
    follow: (title: string) =>
      bar.getByRole('navigation', { name: 'Public' }).getByRole('link', { name: title }).click(),
    logIn: bar.getByRole('link', { name: 'Log In' }).first(),
    menuButton: bar.getByRole('button', { name: 'Menu' }),
    menu: bar.getByRole('navigation', { name: 'Menu' }),
    footer: page.getByRole('contentinfo'),
    mailLink: (title: string) => page.getByRole('link', { name: title }).first(),
    /** How far the page can be scrolled to the side, in pixels: nothing should. */
    overflow: () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  };
}
