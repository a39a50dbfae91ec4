import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { App } from '../app.tsx';
import { NAVIGATION } from './site-map.ts';

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ houseEmail: 'desk@house.example' }));
});
afterEach(() => vi.unstubAllGlobals());

function open(path: string): void {
  window.history.replaceState(null, '', path);
  render(<App />);
}
const heading = () => screen.findByRole('heading', { level: 1 }, { timeout: 20_000 });

describe('Public pages (product: Public pages)', () => {
  it('the navigation bar links to the six pages and to /login (Log In)', async () => {
    open('/home.html');
    await heading();
    const bar = screen.getByRole('banner');
    const links = within(bar)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    for (const { path } of NAVIGATION) expect(links).toContain(path);
    expect(within(bar).getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
  });
  it.each([...NAVIGATION.map(({ path }) => path), '/home', '/news.html'])(
    '%s has a heading of its own',
    async (path) => {
      open(path);
      expect(await heading()).toBeVisible();
    },
  );
  it('home describes the first inventory subscription service, without cost or risk, and encourages returns', async () => {
    open('/home');
    expect(await heading()).toHaveTextContent(
      'The first inventory subscription service with no inventory cost or risk to the jeweller.',
    );
    expect(screen.getByRole('heading', { name: 'Returns, exchanges, feedback' })).toBeVisible();
  });
  it('Request a Demo and Get in Touch are e-mail links', async () => {
    open('/home.html');
    await heading();
    for (const name of ['Request a Demo', 'Get in Touch'])
      expect(screen.getAllByRole('link', { name })[0]).toHaveAttribute(
        'href',
        expect.stringMatching(/^mailto:[^?]+\?subject=/),
      );
  });
  it('the footer has About, News and the social links', async () => {
    open('/contact.html');
    await heading();
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about');
    expect(footer.getByRole('link', { name: 'News' })).toHaveAttribute('href', '/news');
    expect(
      within(footer.getByRole('navigation', { name: 'Social media' })).getAllByRole('link').length,
    ).toBeGreaterThan(0);
  });
  it('a link leads to the top of its page; the bar that it was in stays', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    open('/home.html');
    await heading();
    const bar = screen.getByRole('banner');
    expect(scrolled).not.toHaveBeenCalled();
    await userEvent.click(within(bar).getAllByRole('link', { name: 'Contact' })[0]!);
    expect(await screen.findByRole('heading', { name: /Write to us/ }, { timeout: 20_000 })).toBeVisible();
    expect(document.title).toBe(`Contact · ${PRODUCT_NAME}`);
    expect(screen.getByRole('banner')).toBe(bar);
    expect(screen.getByRole('main')).toHaveFocus();
    expect(scrolled).toHaveBeenCalledWith(0, 0);
  });
  it('the mobile menu opens the same links', async () => {
    open('/home.html');
    await heading();
    const menu = document.getElementById(
      screen.getByRole('button', { name: 'Menu' }).getAttribute('popovertarget') ?? '',
    )!;
    expect([...menu.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      ...NAVIGATION.map(({ path }) => path),
      '/login',
    ]);
  });
  it.each([
    ['/about', 'About', '/about.html'],
    ['/news', 'News', '/news.html'],
  ])('%s shows its page in a frame', async (path, title, source) => {
    open(path);
    expect(await screen.findByTitle(title)).toHaveAttribute('src', source);
  });
});
