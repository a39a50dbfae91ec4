import type { Screen } from './screen.ts';

/** Pages of the back office: a name, an address below /admin, and the heading that says it is there. */
const PAGES: readonly (readonly [name: string, path: string, heading: string | RegExp])[] = [
  ['customers', '/customers', 'Customers'],
  ['projections', '/projections', 'Projections'],
  ['suspense', '/suspense', 'Suspense'],
  ['syncs', '/syncs', 'Syncs'],
];

/** The back office (specification, section 2.8); a page more is a line in the table above. */
export const OFFICE_SCREENS: readonly Screen[] = PAGES.map(([name, path, heading]) => ({
  name: `office-${name}`,
  user: 'demo-admin',
  visit: async (page, { base }) => {
    await page.goto(`${base}/admin${path}`);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await page.waitForLoadState('networkidle');
  },
}));
