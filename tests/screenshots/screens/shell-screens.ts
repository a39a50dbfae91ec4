import { actFor, list, shown, type Screen } from './screen.ts';

const jeweller = 'demo-customer';

/** The signed-in shell and what opens from its sidebar (product: Sidebar; product: Profile drawer). */
export const SHELL_SCREENS: readonly Screen[] = [
  {
    name: 'profile',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page.getByRole('button', { name: 'Profile' }).and(shown(page)).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'invoices',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page.getByRole('button', { name: 'Profile' }).and(shown(page)).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Invoices' }).click();
      await page.getByRole('dialog', { name: 'Invoices' }).waitFor();
    },
  },
  {
    name: 'change-password',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page.getByRole('button', { name: 'Profile' }).and(shown(page)).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
      await page.getByLabel('Old password').waitFor();
    },
  },
  {
    name: 'menu',
    user: jeweller,
    only: 'narrow',
    visit: async (page, visit) => {
      await list(page, visit, 'past');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    },
  },
  {
    name: 'staff-acting',
    user: 'demo-admin',
    visit: async (page, visit) => {
      await actFor(page, visit, 'Alder & Pine Jewelers');
      await list(page, visit, 'customer');
    },
  },
];
