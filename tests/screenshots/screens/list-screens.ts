import { act, LINES, list, rows, select, selectFor, shown, type Line, type Screen, type Visit } from './screen.ts';
import type { Page } from 'playwright-core';

const jeweller = 'demo-customer';
const NAMES: Readonly<Record<Line, string>> = {
  natural: '',
  labGrown: '-lab-grown',
  fancyColour: '-fancy-colour',
  jewellery: '-jewellery',
};
const KINDS = { available: 'available', customer: 'my', cart: 'cart', past: 'past' } as const;

const gallery = async (page: Page, visit: Visit): Promise<void> => {
  await list(page, visit, 'available');
  const view = page.getByRole('group', { name: 'View' }).and(shown(page));
  await view.getByRole('button', { name: 'Gallery' }).click();
  await page
    .getByRole('button', { name: /^Open / })
    .and(shown(page))
    .first()
    .waitFor();
};

/** The four lists of the four lines, and what opens over them (product: Stone lists). */
export const LIST_SCREENS: readonly Screen[] = [
  ...LINES.flatMap((line) =>
    (Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind): Screen => ({
      name: `${KINDS[kind]}${NAMES[line]}`,
      user: jeweller,
      visit: (page, visit) => list(page, visit, kind, line),
      has: rows,
    })),
  ),
  {
    name: 'available-filter',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page
        .getByRole('group', { name: 'Filters' })
        .and(shown(page))
        .getByRole('button', { name: /^Weight/ })
        .click();
      await page
        .getByRole('dialog', { name: 'Filter by Weight' })
        .getByRole('textbox', { name: /^From/ })
        .fill('1');
    },
  },
  {
    name: 'available-choice',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page
        .getByRole('group', { name: 'Filters' })
        .and(shown(page))
        .getByRole('button', { name: /^Shape/ })
        .click();
      await page.getByRole('dialog', { name: 'Filter by Shape' }).getByRole('checkbox').nth(1).check();
    },
  },
  ...LINES.map((line): Screen => ({
    name: `available-panel${NAMES[line]}`,
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available', line);
      await page.getByRole('button', { name: 'Filter panel' }).and(shown(page)).click();
      const panel = page.getByRole('region', { name: 'Filter panel' });
      await panel.waitFor();
      if (!visit.narrow) await page.getByRole('button', { name: 'Keep the filter panel open' }).click();
      // One that is chosen looks unlike the others.
      await panel.getByRole('toolbar').first().getByRole('button').nth(1).click();
      await panel
        .getByRole('textbox', { name: / from/ })
        .first()
        .fill('1');
    },
  })),
  { name: 'available-gallery', user: jeweller, visit: gallery },
  {
    name: 'gallery-detail',
    user: jeweller,
    visit: async (page, visit) => {
      await gallery(page, visit);
      await page
        .getByRole('button', { name: /^Open / })
        .and(shown(page))
        .first()
        .press('Enter');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'available-none-found',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page.getByRole('searchbox', { name: 'Parcel Name' }).and(shown(page)).fill('no such stone');
      await page.getByText('0 stones found').first().waitFor();
    },
  },
  {
    name: 'available-similar-row',
    user: jeweller,
    visit: async (page, visit) => {
      const filters = JSON.stringify({ weight: { kind: 'range', min: 9.5, max: null } });
      await page.goto(`${visit.base}/?page=available/natural&filters=${encodeURIComponent(filters)}`);
      await page.getByText('Similar Stones').and(shown(page)).first().waitFor();
      await page.getByText('Calculating...').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'available-columns',
    user: jeweller,
    only: 'wide',
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page.getByRole('button', { name: 'Columns' }).and(shown(page)).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'saved-searches',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await page.getByRole('button', { name: 'Saved searches' }).and(shown(page)).click();
      const panel = page.getByRole('dialog', { name: 'Saved searches' });
      const saved = panel.getByRole('button', { name: /^Whites/ });
      await panel.getByRole('paragraph').or(saved).first().waitFor();
      if (await saved.isVisible()) return;
      await panel.getByLabel('Name of these filters').fill('Whites');
      await panel.getByRole('button', { name: 'Save' }).click();
      await saved.waitFor();
    },
  },
  {
    name: 'my-selected',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'customer');
      await select(page, 2);
    },
  },
  {
    name: 'my-memo-sheet',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'customer');
      await select(page, 4);
      await page.getByRole('button', { name: 'Memo sheet' }).and(shown(page)).click();
      await page.getByRole('dialog', { name: 'Memo' }).waitFor();
    },
  },
  {
    name: 'my-labels',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'customer');
      await select(page, 4);
      await page.getByRole('button', { name: 'Labels' }).and(shown(page)).click();
      await page.getByRole('dialog', { name: 'Labels' }).waitFor();
    },
  },
  {
    name: 'my-stock-count',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'customer');
      const held = await page.locator('[data-key]').and(shown(page)).all();
      const names = await Promise.all(held.map((row) => row.getAttribute('data-key')));
      await page.getByRole('button', { name: 'Stock count' }).and(shown(page)).click();
      const dialog = page.getByRole('dialog', { name: 'Stock count' });
      await dialog.getByRole('textbox', { name: 'Numbers' }).fill([...names, 'X-777777'].join('\n'));
      await dialog.getByRole('region', { name: 'Surplus' }).waitFor();
    },
  },
  {
    name: 'compare',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'available');
      await select(page, 3);
      await page
        .getByRole('button', { name: /^Compare/ })
        .and(shown(page))
        .click();
      await page.getByRole('dialog', { name: 'Compare' }).waitFor();
    },
  },
  {
    name: 'my-sold',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'customer');
      await selectFor(page, 'Sold');
      await act(page, 'Sold');
      await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor();
    },
  },
  {
    name: 'cart-request',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'cart');
      await select(page, 9);
      await act(page, 'Request');
      await page.getByRole('dialog', { name: 'Confirm your request' }).waitFor();
    },
  },
  {
    name: 'past-refill',
    user: jeweller,
    visit: async (page, visit) => {
      await list(page, visit, 'past');
      await page
        .getByRole('button', { name: /^Refill / })
        .and(shown(page))
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Replacement options' });
      await dialog.getByRole('list').or(dialog.getByText('Sorry!')).first().waitFor();
    },
  },
  {
    name: 'jewellery-models',
    user: jeweller,
    visit: async (page, visit) => {
      await page.goto(`${visit.base}/?page=available/jewellery`);
      const models = page
        .getByRole('group', { name: 'View' })
        .and(shown(page))
        .getByRole('button', { name: 'Models' });
      await models.click();
      await page
        .getByRole('button', { name: /^One .* more$/ })
        .and(shown(page))
        .first()
        .click();
    },
  },
  {
    name: 'jewellery-manage',
    user: 'demo-admin',
    visit: async (page, visit) => {
      await page.goto(`${visit.base}/?page=available/jewellery`);
      await page
        .getByRole('group', { name: 'View' })
        .and(shown(page))
        .getByRole('button', { name: 'Models' })
        .click();
      await page.getByRole('button', { name: 'Manage' }).and(shown(page)).click();
      await page.getByRole('dialog', { name: 'Manage jewellery models' }).waitFor();
    },
  },
  {
    name: 'staff-available',
    user: 'demo-rep',
    visit: (page, visit) => list(page, visit, 'available'),
    has: rows,
  },
];
