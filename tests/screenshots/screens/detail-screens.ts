import { correctableParcel, parcel, parcelHistory, shown, type Screen } from './screen.ts';

const jeweller = 'demo-customer';
/** Round stones of usual weights have matches in the demo. */
const usual = (row: Record<string, unknown>): boolean =>
  row['shapeCode'] === 'RD' && Number(row['weight']) > 0.5 && Number(row['weight']) < 0.9;

/** Stones and pieces, and what opens from them (product: Stone details; product: Piece details). */
export const DETAIL_SCREENS: readonly Screen[] = [
  {
    name: 'stone',
    user: jeweller,
    visit: (page, visit) => parcel(page, visit, 'inventory/customer'),
    has: parcelHistory,
  },
  {
    name: 'stone-available',
    user: jeweller,
    visit: (page, visit) => parcel(page, visit, 'inventory/available', usual),
    has: parcelHistory,
  },
  {
    name: 'stone-lab-grown',
    user: jeweller,
    visit: (page, visit) => parcel(page, visit, 'labgrown/customer'),
    has: parcelHistory,
  },
  {
    name: 'stone-fancy-colour',
    user: jeweller,
    visit: (page, visit) => parcel(page, visit, 'fancycolour/available'),
    has: parcelHistory,
  },
  {
    name: 'piece',
    user: jeweller,
    visit: (page, visit) => parcel(page, visit, 'jewellery/customer'),
    has: parcelHistory,
  },
  {
    name: 'stone-past',
    user: jeweller,
    visit: (page, visit) => parcel(page, visit, 'inventory/past', ({ status }) => status === 'INVOICED'),
    has: parcelHistory,
  },
  {
    name: 'stone-not-found',
    user: jeweller,
    visit: async (page, { base }) => {
      await page.goto(`${base}/?parcel=NOWHERE`);
      await page.getByText('Stone could not be loaded').waitFor();
    },
  },
  {
    name: 'find-a-match',
    user: jeweller,
    visit: async (page, visit) => {
      await parcel(page, visit, 'inventory/available', usual);
      await page.getByRole('button', { name: 'Find a Match' }).and(shown(page)).click();
      await page.getByRole('list', { name: 'Similar stones' }).waitFor();
    },
  },
  {
    name: 'find-a-match-compared',
    user: jeweller,
    visit: async (page, visit) => {
      await parcel(page, visit, 'inventory/available', usual);
      await page.getByRole('button', { name: 'Find a Match' }).and(shown(page)).click();
      await page.getByRole('list', { name: 'Similar stones' }).waitFor();
      const boxes = page.getByRole('checkbox', { name: /^Compare / });
      const there = Math.min(3, await boxes.count());
      for (let place = 0; place < there; place++) await boxes.nth(place).check();
      await page.getByRole('button', { name: /^Compare \d/ }).click();
      await page.getByRole('region', { name: 'Comparison' }).waitFor();
    },
  },
  {
    name: 'certificate',
    user: jeweller,
    showsPdf: true,
    visit: async (page, visit) => {
      await parcel(page, visit, 'inventory/customer', ({ lab }) => lab === 'GIA');
      await page.getByRole('button', { name: 'View certificate' }).and(shown(page)).click();
      await page.getByRole('link', { name: 'Download' }).waitFor();
      await page.waitForTimeout(1500); // the browser's own viewer draws the page
    },
  },
  {
    name: 'stone-action',
    user: jeweller,
    visit: async (page, visit) => {
      await parcel(page, visit, 'inventory/customer', ({ status }) => status === 'CUSTOMER');
      await page.getByLabel('Remark (optional)').and(shown(page)).fill('Our client chose another one.');
      await page
        .getByRole('region', { name: 'Actions' })
        .getByRole('button', { name: 'Return' })
        .and(shown(page))
        .click();
      await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor();
    },
  },
  {
    name: 'staff-stone',
    user: 'demo-admin',
    visit: (page, visit) => parcel(page, visit, 'inventory/available'),
    has: parcelHistory,
  },
  {
    name: 'staff-stone-undo',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      const parcelName = await correctableParcel(page, base);
      await page.goto(`${base}/?parcel=${parcelName}`);
      await page.getByRole('button', { name: 'Undo' }).and(shown(page)).click();
      await page.getByRole('status', { name: 'What it would change' }).locator('dl').waitFor();
    },
  },
  {
    name: 'staff-stone-date',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      const parcelName = await correctableParcel(page, base);
      await page.goto(`${base}/?parcel=${parcelName}`);
      await page.getByRole('button', { name: 'Change date' }).and(shown(page)).click();
      await page.getByRole('dialog').getByLabel('New date').waitFor();
    },
  },
];
