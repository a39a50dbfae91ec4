import type { Page } from 'playwright-core';

/** The pages before the back office's shell. `base` is the server's address, without a slash at the end. */
export function entrance(page: Page, base: string) {
  return {
    /** Opens a page of the back office, such as '/customers'. */
    open: (path = '/') => page.goto(`${base}/admin${path}`),
    /** Signs in where one is asked to. */
    async signIn(username: string, password = 'Demo-pass-1'): Promise<void> {
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign In' }).click();
    },
    heading: page.getByRole('heading', { name: 'Log In' }),
    /** The message for a customer's user. */
    forStaff: page.getByRole('heading', { name: 'This place is for staff' }),
    toThePortal: page.getByRole('link', { name: 'Go to the portal' }),
  };
}
