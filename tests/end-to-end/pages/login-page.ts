import type { Page } from 'playwright-core';

/** /login as a person sees it. `base` is the server's address, without a slash at the end. */
export function loginPage(page: Page, base: string) {
  const open = async (): Promise<void> => {
    await page.goto(`${base}/login`);
  };
  const fill = async (username: string, password: string): Promise<void> => {
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
  };
  const submit = (): Promise<void> => page.getByRole('button', { name: 'Sign In' }).click();
  const untilTheShellStands = (): Promise<void> =>
    page
      .getByRole('navigation', { name: 'Main' })
      .or(page.getByRole('button', { name: 'Menu' }))
      .first()
      .waitFor();
  return {
    open,
    fill,
    submit,
    /** Opens the page, signs in as a person does, and waits until the shell stands. */
    async enter(username: string, password = 'Demo-pass-1'): Promise<void> {
      await open();
      await fill(username, password);
      await submit();
      await untilTheShellStands();
    },
    /** Signs in by the call that the page makes, for tests of what comes after it; waits until the shell stands. */
    async signIn(username: string, password = 'Demo-pass-1'): Promise<void> {
      const reply = await page.request.post(`${base}/login`, {
        data: { username, password },
        headers: { origin: base },
      });
      if (!reply.ok()) throw new Error(`${username} cannot sign in: ${reply.status()} ${await reply.text()}`);
      await page.goto(`${base}/`);
      await untilTheShellStands();
    },
    heading: page.getByRole('heading', { name: 'Log In' }),
  };
}
