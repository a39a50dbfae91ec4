import type { Page } from 'playwright-core';

export type LoginPage = ReturnType<typeof loginPage>;

/** /login as a person sees it. `base` is the server's address, without a slash at the end. */
export function loginPage(page: Page, base: string) {
  const open = async (): Promise<void> => {
    await page.goto(`${base}/login`);
  };
  const fill = async (username: string, password: string): Promise<void> => {
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
  };
  return {
    open,
    fill,
    /** Opens the page, signs in, and waits until the shell stands. */
    async signIn(username: string, password = 'Demo-pass-1'): Promise<void> {
      await open();
      await fill(username, password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page
        .getByRole('navigation', { name: 'Main' })
        .or(page.getByRole('button', { name: 'Menu' }))
        .first()
        .waitFor();
    },
    submit: () => page.getByRole('button', { name: 'Sign In' }).click(),
    heading: page.getByRole('heading', { name: 'Log In' }),
  };
}
