import type { Locator, Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const page = (name: string, path: string): Screen => ({
  name,
  user: null,
  visit: async (shown, { base }) => {
    await shown.goto(`${base}${path}`);
    await heading(shown).waitFor();
  },
  has: heading,
});

const heading = (shown: Page): Locator => shown.getByRole('heading', { level: 1 }).first();
const frame = (shown: Page): Locator => shown.locator('iframe');
const signIn = (shown: Page): Locator => shown.getByRole('button', { name: 'Sign In' });

/** The address of a vendor's own view: of a link that is good, made where there is none. */
async function vendorLink(shown: Page, base: string): Promise<string> {
  const path = `${base}/api/vendors/1/links`;
  const links = (await (await shown.request.get(path)).json()) as { url: string | null }[];
  const good = links.find(({ url }) => url !== null)?.url;
  if (good) return good.replace(/^.*(?=\/vendorview)/, base);
  const made = await shown.request.post(path, { data: {}, headers: { origin: base } });
  return ((await made.json()) as { url: string }).url.replace(/^.*(?=\/vendorview)/, base);
}

/** The address of a client link of these prices: one that is good, made where there is none. */
async function clientLink(shown: Page, base: string, prices: 'RETAIL' | 'NONE'): Promise<string> {
  const read = async <Row>(path: string) => (await (await shown.request.get(base + path)).json()) as Row[];
  const named = (rows: { parcelName: string }[], count: number): string[] =>
    rows.slice(0, count).map(({ parcelName }) => parcelName);
  const links = await read<{ url: string | null; prices: string }>('/client-links');
  const made = async (): Promise<string> => {
    const parcelNames = [
      ...named(await read('/fancycolour/available'), 1),
      ...named(await read('/inventory/available'), 3),
      ...named(await read('/labgrown/available'), 1),
      ...named(await read('/jewellery/available'), 1),
    ];
    const words = { title: 'For Anna', message: 'Six to choose from.\nAll of them can be seen here on Friday.' };
    const data = { parcelNames, prices, ...words };
    const reply = await shown.request.post(`${base}/client-links`, { data, headers: { origin: base } });
    return ((await reply.json()) as { url: string }).url;
  };
  const url = links.find((link) => link.url !== null && link.prices === prices)?.url ?? (await made());
  return url.replace(/^.*(?=\/clientlink)/, base);
}

const clientPage = (name: string, prices: 'RETAIL' | 'NONE'): Screen => ({
  name,
  user: 'demo-customer',
  visit: async (shown, { base }) => {
    await shown.goto(await clientLink(shown, base, prices));
    await shown.getByRole('article').nth(4).waitFor();
  },
  has: (shown) => shown.getByRole('article').nth(4),
});

/** The public pages (product: Public pages). */
export const PUBLIC_SCREENS: readonly Screen[] = [
  page('home', '/home.html'),
  page('our-model', '/our-model.html'),
  page('our-diamonds', '/our-diamonds.html'),
  page('analytics', '/analytics.html'),
  page('about-us', '/about.html'),
  page('contact', '/contact.html'),
  {
    name: 'home-menu',
    user: null,
    only: 'narrow',
    visit: async (shown, { base }) => {
      await shown.goto(`${base}/home.html`);
      await shown.getByRole('button', { name: /menu/i }).click();
    },
  },
  {
    name: 'about-frame',
    user: null,
    visit: async (shown, { base }) => {
      await shown.goto(`${base}/about`);
      await frame(shown).waitFor();
    },
    has: frame,
  },
  {
    name: 'news-frame',
    user: null,
    visit: async (shown, { base }) => {
      await shown.goto(`${base}/news`);
      await frame(shown).waitFor();
    },
    has: frame,
  },
  {
    name: 'login',
    user: null,
    visit: async (shown, { base }) => {
      await shown.goto(`${base}/login`);
      await signIn(shown).waitFor();
    },
    has: signIn,
  },
  {
    name: 'login-failed',
    user: null,
    visit: async (shown, { base }) => {
      await shown.goto(`${base}/login`);
      await shown.getByLabel('Username').fill('nobody');
      await shown.getByLabel('Password').fill('wrong');
      await shown.getByRole('button', { name: 'Sign In' }).click();
      await shown.getByText('Login Failed').waitFor();
    },
  },
  {
    name: 'loginform',
    user: null,
    visit: async (shown, { base }) => {
      await shown.goto(`${base}/loginform`);
      await signIn(shown).waitFor();
    },
    has: signIn,
  },
  page('referral', '/referral?name=Ada&email=ada@example.com'),
  page('referralform', '/referralform'),
  page('forgotpassword', '/forgotpassword'),
  page('newpassword', '/newpassword#token=none'),
  page('newpassword-incomplete', '/newpassword'),
  page('vendorview-gone', '/vendorview'),
  {
    name: 'vendorview',
    user: 'demo-admin',
    visit: async (shown, { base }) => {
      await shown.goto(await vendorLink(shown, base));
      await shown.getByRole('row').nth(1).waitFor();
    },
    has: (shown) => shown.getByRole('heading', { name: 'Your stock' }),
  },
  page('clientlink-gone', '/clientlink'),
  clientPage('clientlink', 'RETAIL'),
  clientPage('clientlink-no-prices', 'NONE'),
  {
    name: 'not-found',
    user: null,
    visit: async (shown, { base }) => {
      await shown.goto(`${base}/no-such-page`);
      await shown.getByText('There is no such page').waitFor();
    },
  },
];
