import type { Page } from 'playwright-core';

/** The back office around its pages: menu and toasts. Written for wide screens. */
export function officeShell(page: Page) {
  const menu = page.getByRole('navigation', { name: 'Main' });
  return {
    menu,
    /** The pages that the menu offers. */
    async pages(): Promise<string[]> {
      await menu.getByRole('link').first().waitFor();
      const texts = await menu.getByRole('link').allInnerTexts();
      return texts.map((text) => text.split(/\s*\d/)[0]?.trim() ?? '');
    },
    /** Goes to a page by the menu. */
    async show(title: string): Promise<void> {
      await menu.getByRole('link', { name: title }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    },
    /** Closes the newest message: errors stay until then. */
    closeToast: () => page.getByRole('button', { name: 'Close message' }).first().click(),
    toast: (text: string | RegExp) =>
      page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }),
    logOut: () => page.getByRole('button', { name: 'Log Out' }).click(),
  };
}
