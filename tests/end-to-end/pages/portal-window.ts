import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openWindow } from '#tests/support/windows.ts';
import { loginPage } from './login-page.ts';
import { modelsPage } from './models-page.ts';
import { shell } from './shell.ts';
import { stoneListPage } from './stone-list-page.ts';

export type PortalWindow = Awaited<ReturnType<typeof openPortal>>;

/** A new window of the portal, signed in; what goes wrong in it is kept. */
export async function openPortal(
  browser: Browser,
  address: string,
  username: string,
  options: BrowserContextOptions = {},
) {
  const { page, problems } = await openWindow(browser, { reducedMotion: 'reduce', ...options });
  await loginPage(page, address).signIn(username);
  return { page, problems, shell: shell(page), list: stoneListPage(page), models: modelsPage(page) };
}
