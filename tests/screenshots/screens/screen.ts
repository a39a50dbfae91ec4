import type { Locator, Page } from 'playwright-core';

export type Visit = { base: string; narrow: boolean };

/** One screen, as someone comes to it: nothing of an earlier visit is left in the browser but who is signed in. */
export type Screen = {
  /** The picture's name. */
  name: string;
  /** A demo account; null without a session. */
  user: string | null;
  visit: (page: Page, visit: Visit) => Promise<void>;
  /**
   * What is seen as soon as it has come, for a screen that a window shows at any width without being navigated to again.
   * What was opened by presses has none: a wide window and a narrow one are not pressed alike.
   */
  has?: (page: Page) => Locator;
  only?: 'wide' | 'narrow';
  showsPdf?: true;
};

/** A list's line, as a link names it. */
export type Line = 'natural' | 'labGrown' | 'fancyColour' | 'jewellery';
export const LINES: readonly Line[] = ['natural', 'labGrown', 'fancyColour', 'jewellery'];

export const shown = (page: Page): Locator => page.locator(':visible');
const ROW = '[data-key]';

/** Rows of the list in front; cards, where it is narrow. */
export const rows = (page: Page): Locator => page.locator(ROW).and(shown(page)).first();

/** Shows a list, by its link, and waits for its rows. */
export async function list(page: Page, { base }: Visit, kind: string, line: Line = 'natural'): Promise<void> {
  await page.goto(`${base}/?page=${kind}/${line}`);
  await rows(page).waitFor();
}

/** Selects the first rows of the list in front. */
export async function select(page: Page, count: number): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Select [A-Z0-9]/ }).and(shown(page));
  await boxes.first().waitFor();
  const there = Math.min(count, await boxes.count());
  for (let place = 0; place < there; place++) await boxes.nth(place).click();
}

/** Selects the first row that allows an action. */
export async function selectFor(page: Page, action: string): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Select [A-Z0-9]/ }).and(shown(page));
  await boxes.first().waitFor();
  for (let place = 0; place < (await boxes.count()); place++) {
    await boxes.nth(place).click();
    if (await enabled(actionButton(page, action))) return;
    await boxes.nth(place).click();
  }
  throw new Error(`no row allows ${action}`);
}

/** Whether a button can be pressed within two seconds. */
async function enabled(button: Locator): Promise<boolean> {
  for (let tried = 0; tried < 20; tried += 1) {
    if (await button.isEnabled()) return true;
    await button.page().waitForTimeout(100);
  }
  return false;
}

/** Presses one of the list's actions. */
export const act = (page: Page, name: string): Promise<void> => actionButton(page, name).click();

const actionButton = (page: Page, name: string): Locator =>
  page
    .getByRole('group', { name: 'Actions' })
    .and(shown(page))
    .getByRole('button', { name, exact: true });

/** The heading that a parcel's tab ends with. */
export const parcelHistory = (page: Page): Locator =>
  page.getByRole('heading', { name: 'History', exact: true }).and(shown(page));

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
  await parcelHistory(page).waitFor();
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
