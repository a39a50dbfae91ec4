import type { Browser, BrowserContextOptions, Locator } from 'playwright-core';
import { openWindow } from '#tests/support/windows.ts';
import { historyPage, parcelPage } from './audit-page.ts';
import { billingPage } from './billing-page.ts';
import { customersPage } from './customers-page.ts';
import { entrance } from './entrance.ts';
import { formPage } from './form-page.ts';
import { officeShell } from './office-shell.ts';
import { projectionsPage } from './projections-page.ts';

export type Office = Awaited<ReturnType<typeof openOffice>>;

/** A window on the back office with `username` signed in, and its pages; errors of the pages are kept in `problems`. */
export async function openOffice(
  browser: Browser,
  base: string,
  username: string,
  options: BrowserContextOptions = {},
) {
  const { page, problems } = await openWindow(browser, options);
  const fetched = (method: string, path: string, data?: object) =>
    page.request.fetch(`${base}${path}`, { method, ...(data && { data }), headers: { origin: base } });
  const office = {
    page,
    problems,
    entrance: entrance(page, base),
    shell: officeShell(page),
    customers: customersPage(page),
    form: formPage(page, base),
    billing: billingPage(page),
    history: historyPage(page),
    parcel: parcelPage(page, base),
    projections: projectionsPage(page),
    heading: (name: string | RegExp): Promise<void> =>
      page.getByRole('heading', { level: 1, name }).waitFor(),
    group: (name: string | RegExp): Locator => page.getByRole('group', { name }),
    row: (name: string | RegExp): Locator => page.getByRole('row', { name }),
    /** Answers the question of a confirmation with Yes. */
    async yes(question: string | RegExp): Promise<void> {
      const dialog = page.getByRole('dialog', { name: question });
      await dialog.getByRole('button', { name: 'Yes' }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    /** The status of a call by the session of this window. */
    call: async (method: string, path: string, data?: object): Promise<number> =>
      (await fetched(method, path, data)).status(),
    /** What a call by the session of this window answers; throws when it is refused. */
    async read<T>(path: string): Promise<T> {
      const reply = await fetched('GET', path);
      if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`);
      return (await reply.json()) as T;
    },
  };
  const login = await fetched('POST', '/login', { username, password: 'Demo-pass-1' });
  if (!login.ok()) throw new Error(`${username} cannot sign in: ${login.status()} ${await login.text()}`);
  await office.entrance.open('/');
  await office.heading('Today');
  return office;
}
