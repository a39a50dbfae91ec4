import { actFor, list, select, shown, type Screen } from './screen.ts';

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
      const invoices = page.getByRole('dialog', { name: 'Invoices' });
      await invoices.getByRole('button', { name: 'How this bill comes about' }).click();
      await invoices.getByRole('region', { name: /^Bill for / }).locator('summary').first().click();
    },
  },
  {
    name: 'my-year',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page.getByRole('button', { name: 'Profile' }).and(shown(page)).click();
      await page.getByRole('dialog').getByRole('button', { name: 'My year' }).click();
      await page.getByRole('dialog', { name: 'My year' }).getByRole('heading', { name: 'What sits' }).waitFor();
    },
  },
  {
    name: 'memo-reminders',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page.getByRole('button', { name: 'Profile' }).and(shown(page)).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Memo reminders' }).click();
      await page.getByRole('dialog', { name: 'Memo reminders' }).getByLabel('Days before').waitFor();
    },
  },
  {
    name: 'client-link',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await select(page, 2);
      await page.getByRole('button', { name: 'Client link', exact: true }).and(shown(page)).click();
      await page.getByRole('dialog', { name: 'Client link' }).getByLabel('Good for').waitFor();
    },
  },
  {
    name: 'client-links',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      if (visit.narrow) await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: /^Client links/ }).and(shown(page)).click();
      await page.getByRole('dialog', { name: 'Client links' }).getByRole('button', { name: /^Revoke/ }).first().waitFor();
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
    name: 'find',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find' }).fill('1.5 round');
      await page.getByRole('group', { name: /found$/ }).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'find-numbers',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      const row = page.locator('[data-key]').and(shown(page));
      const names = [await row.nth(0).getAttribute('data-key'), await row.nth(1).getAttribute('data-key')];
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find' }).fill('numbers');
      await page.getByRole('option', { name: /^Paste or scan/ }).click();
      const near = names[0]?.slice(0, -1) ?? '';
      await page.getByRole('textbox', { name: 'Numbers' }).fill(`${names.join('\n')}\n${near}\nX-777777`);
      await page.getByRole('region', { name: 'Gone' }).waitFor();
    },
  },
  {
    name: 'shortcuts',
    user: jeweller,
    only: 'wide',
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
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
    name: 'reports',
    user: 'demo-rep',
    visit: async (page, visit) => {
      await actFor(page, visit, 'Alder & Pine Jewelers');
      await list(page, visit, 'customer');
      if (visit.narrow) await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: /^Reports/ }).and(shown(page)).click();
      const question = 'Generate a set of fresh reports? This takes 1-2 minutes.';
      await page.getByRole('dialog', { name: question }).waitFor();
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
