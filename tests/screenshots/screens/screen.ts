import type { Locator, Page } from 'playwright-core';

export type Visit = { base: string; narrow: boolean };

/** One screen, as someone comes to it: nothing of an earlier visit is left in the browser but who is signed in. */
export type Screen = {
  /** The picture's name. */
  name: string;
  /** A demo account; null for nobody. */
  user: string | null;
  visit: (page: Page, visit: Visit) => Promise<void>;
  only?: 'wide' | 'narrow';
};

/** A list's line, as a link names it. */
export type Line = 'natural' | 'labGrown' | 'fancyColour' | 'jewellery';
export const LINES: readonly Line[] = ['natural', 'labGrown', 'fancyColour', 'jewellery'];

export const shown = (page: Page): Locator => page.locator(':visible');
const ROW = '[data-key]';

/** Shows a list, by its link, and waits for its rows. */
export async function list(page: Page, { base }: Visit, kind: string, line: Line = 'natural'): Promise<void> {
  await page.goto(`${base}/?page=${kind}/${line}`);
  await page.locator(ROW).and(shown(page)).first().waitFor();
}

/** Selects the first rows of the list in front. */
export async function select(page: Page, count: number): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Select [A-Z0-9]/ }).and(shown(page));
  await boxes.first().waitFor();
  const there = Math.min(count, await boxes.count());
  for (let place = 0; place < there; place++) await boxes.nth(place).click();
}

/** Presses one of the list's actions. */
export const act = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('group', { name: 'Actions' })
    .and(shown(page))
    .getByRole('button', { name, exact: true })
    .click();

/** Opens the tab of the first parcel of a list that `wanted` accepts, by the link that mails carry. */
export async function parcel(
  page: Page,
  { base }: Visit,
  path: string,
  wanted: (row: Record<string, unknown>) => boolean = () => true,
): Promise<void> {
  const reply = await page.request.get(`${base}/${path}`);
  const rows = (await reply.json()) as Record<string, unknown>[];
  const row = rows.find(wanted);
  if (!row) throw new Error(`/${path} has no such parcel`);
  await page.goto(`${base}/?parcel=${String(row['parcelName'])}`);
  await page.getByRole('heading', { name: 'History', exact: true }).and(shown(page)).waitFor();
}

/** Staff: acts for a customer from now on. */
export async function actFor(page: Page, { base, narrow }: Visit, customer: string): Promise<void> {
  await page.goto(`${base}/`);
  if (narrow) await page.getByRole('button', { name: 'Menu' }).click();
  const selector = page.getByLabel('Acting for');
  await selector.getByText(customer).waitFor({ state: 'attached' });
  await Promise.all([page.waitForEvent('load'), selector.selectOption({ label: customer })]);
}

/** A stone whose last entry may be corrected, of any customer. */
export async function correctableParcel(page: Page, base: string): Promise<string> {
  const customers = (await (await page.request.get(`${base}/api/customers`)).json()) as {
    customerId: number;
  }[];
  for (const { customerId } of customers) {
    const reply = await page.request.get(`${base}/inventory/customer`, {
      headers: { customer: String(customerId) },
    });
    const rows = (await reply.json()) as { parcelName: string; status: string }[];
    const row = rows.find(({ status }) => status === 'REQUESTED' || status === 'PENDING_RETURN');
    if (row) return row.parcelName;
  }
  throw new Error('no customer has a stone whose last entry may be corrected');
}
