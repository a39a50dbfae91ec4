import type { Locator, Page } from 'playwright-core';

export type Visit = { base: string; narrow: boolean };

export type Screen = {
  /** The picture's name. */
  name: string;
  /** A demo account; null for nobody. */
  user: string | null;
  visit: (page: Page, visit: Visit) => Promise<void>;
  only?: 'wide' | 'narrow';
};

const shown = (page: Page): Locator => page.locator(':visible');
const rows = (page: Page): Locator => page.getByRole('checkbox', { name: /^Select [A-Z0-9]/ }).and(shown(page));

async function list(page: Page, { base }: Visit, name: string): Promise<void> {
  await page.goto(`${base}/?page=${name}`);
  await rows(page).first().waitFor();
}

async function firstStone(page: Page, visit: Visit, name: string): Promise<void> {
  await list(page, visit, name);
  const key = await page.locator('[data-key]').and(shown(page)).first().getAttribute('data-key');
  await page.goto(`${visit.base}/?parcel=${key ?? ''}`);
  await page.getByRole('heading', { name: 'History' }).waitFor();
}

/** Every screen of the portal so far, as someone comes to it. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'home', user: null,
    visit: async (page, { base }) => {
      await page.goto(`${base}/home.html`);
      await page.getByRole('link', { name: 'Log In' }).waitFor();
    },
  },
  {
    name: 'login', user: null,
    visit: async (page, { base }) => {
      await page.goto(`${base}/login`);
      await page.getByRole('button', { name: 'Sign In' }).waitFor();
    },
  },
  {
    name: 'login-failed', user: null,
    visit: async (page, { base }) => {
      await page.goto(`${base}/login`);
      await page.getByLabel('Username').fill('nobody');
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Login Failed').waitFor();
    },
  },
  { name: 'available', user: 'demo-customer', visit: (page, visit) => list(page, visit, 'available') },
  {
    name: 'available-filter', user: 'demo-customer',
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /^Weight/ }).click();
      await page.getByRole('dialog', { name: 'Filter by Weight' }).getByRole('textbox', { name: /^From/ }).fill('1');
    },
  },
  {
    name: 'available-gallery', user: 'demo-customer',
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      const view = page.getByRole('group', { name: 'View' }).and(shown(page));
      await view.getByRole('button', { name: 'Gallery' }).click();
      await page.getByRole('button', { name: /^Open / }).first().waitFor();
    },
  },
  {
    name: 'available-none-found', user: 'demo-customer',
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page.getByRole('group', { name: 'View' }).and(shown(page)).getByRole('button', { name: 'Table' }).click();
      await page.getByRole('searchbox', { name: 'Parcel Name' }).fill('no such stone');
      await page.getByText('No stone passes all of the filters.').waitFor();
    },
  },
  {
    name: 'my', user: 'demo-customer',
    visit: async (page, visit) => {
      await list(page, visit, 'customer');
      await rows(page).nth(0).click();
      await rows(page).nth(1).click();
    },
  },
  {
    name: 'my-sold', user: 'demo-customer',
    visit: async (page, visit) => {
      await list(page, visit, 'customer');
      await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Clear Filters' }).waitFor();
      await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Sold' }).click();
      await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor();
    },
  },
  {
    name: 'cart-request', user: 'demo-customer',
    visit: async (page, visit) => {
      await list(page, visit, 'cart');
      for (const row of await rows(page).all()) await row.check();
      await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Request' }).click();
      await page.getByRole('dialog', { name: 'Confirm your request' }).waitFor();
    },
  },
  { name: 'past', user: 'demo-customer', visit: (page, visit) => list(page, visit, 'past') },
  { name: 'stone', user: 'demo-customer', visit: (page, visit) => firstStone(page, visit, 'customer') },
  {
    name: 'stone-not-found', user: 'demo-customer',
    visit: async (page, { base }) => {
      await page.goto(`${base}/?parcel=NOWHERE`);
      await page.getByText('Stone could not be loaded').waitFor();
    },
  },
  {
    name: 'menu', user: 'demo-customer', only: 'narrow',
    visit: async (page, visit) => {
      await list(page, visit, 'past');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    },
  },
  { name: 'staff-available', user: 'demo-rep', visit: (page, visit) => list(page, visit, 'available') },
  { name: 'staff-stone', user: 'demo-admin', visit: (page, visit) => firstStone(page, visit, 'available') },
];
