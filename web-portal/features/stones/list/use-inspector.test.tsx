import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Stone } from '#contracts/api/stones.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { grid, parcels, portalWorld, showList } from '../../../testing/render-portal.tsx';

const world = portalWorld();
const narrower = window.matchMedia;
beforeEach(() => {
  const wide = 1920;
  vi.stubGlobal('matchMedia', (query: string) => ({
    media: query,
    matches: query.includes('min-width') || wide >= Number(/>= (\d+)/.exec(query)?.[1] ?? Infinity),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => vi.stubGlobal('matchMedia', narrower));

it('the stone beside the list is folded away in every list, also one that was shown before (product: Stone beside the list)', async () => {
  const toggle = () => screen.findByRole('button', { name: 'Stone beside the list' });
  const user = world.show();
  await grid();
  expect(await toggle()).toHaveAttribute('aria-pressed', 'true');
  await showList(user, 'My Inventory');
  await grid();
  await user.click(await toggle());
  expect(await toggle()).toHaveAttribute('aria-pressed', 'false');
  await showList(user, 'Available');
  expect(await toggle()).toHaveAttribute('aria-pressed', 'false');
});

it('a stone of Account History is matched as it is today, not as its row was frozen (rule: Pairs)', async () => {
  const past = world.server.answer('/inventory/past', {}, 'demo-customer').body as Stone[];
  world.answerWith(
    '/inventory/past',
    { status: 200, body: past.map((row) => ({ ...row, total: 1234.5 })) },
    9,
  );
  const user = world.show();
  await showList(user, 'Account History');
  await user.click(await screen.findByRole('button', { name: 'Match' }));
  const dialog = await screen.findByRole('dialog', { name: 'Find a Match' });
  const { parcelName, total } = past.find(({ parcelName: name }) => dialog.textContent.includes(name))!;
  expect(dialog).toHaveTextContent(`for ${parcelName},`);
  expect(dialog).toHaveTextContent(formatPrice(total!));
  expect(dialog).not.toHaveTextContent('$1,234.50');
});

it('the stone beside the list stays when others come before it, and goes when it leaves the list (product: Stone beside the list)', async () => {
  const table = {
    filters: { parcelName: { kind: 'text', text: 'VTR-10004' } },
    sort: { column: 'parcelName', descending: false },
    pageSize: 2,
  };
  localStorage.setItem('vitrine:saved:demo-customer', JSON.stringify({ 'table:available/natural': table }));
  world.show();
  await waitFor(async () => expect(await parcels()).toEqual(['VTR-100048', 'VTR-100049']));
  const beside = (name: string) =>
    waitFor(() => expect(screen.getByRole('article', { name: 'Beside the list' })).toHaveTextContent(name));
  await beside('VTR-100048');
  act(() => document.querySelector<HTMLElement>('tr[data-key="VTR-100049"]')!.focus());
  await beside('VTR-100049');
  world.server.answer('/inventory/return', { parcelNames: ['VTR-100045'] }, 'demo-customer');
  await waitFor(async () => expect(await parcels()).toEqual(['VTR-100045', 'VTR-100048']));
  // What stands beside the list is drawn a frame later.
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await beside('VTR-100049');
  world.server.answer('/inventory/request_stones', { parcelNames: ['VTR-100049'] }, 'demo-customer');
  await beside('VTR-100045');
});

it('the page that is turned shows its own first stone', async () => {
  localStorage.setItem(
    'vitrine:saved:demo-customer',
    JSON.stringify({ 'table:available/natural': { pageSize: 2 } }),
  );
  const user = world.show();
  const [, second] = await parcels();
  const beside = (name: string) =>
    waitFor(() => expect(screen.getByRole('article', { name: 'Beside the list' })).toHaveTextContent(name));
  act(() => document.querySelector<HTMLElement>(`tr[data-key="${second}"]`)!.focus());
  await beside(second!);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(async () => expect(await parcels()).not.toContain(second));
  await beside((await parcels())[0]!);
});

it('given the first page, when another order takes the stone off it, then the first stone of the page is shown (product: Stone beside the list)', async () => {
  const table = { sort: { column: 'weight', descending: false }, pageSize: 2 };
  localStorage.setItem('vitrine:saved:demo-customer', JSON.stringify({ 'table:available/natural': table }));
  const user = world.show();
  const [, second] = await parcels();
  const beside = (name: string) =>
    waitFor(() => expect(screen.getByRole('article', { name: 'Beside the list' })).toHaveTextContent(name));
  act(() => document.querySelector<HTMLElement>(`tr[data-key="${second}"]`)!.focus());
  await beside(second!);
  const header = within(await grid()).getByRole('columnheader', { name: /^Weight/ });
  await user.click(within(header).getByRole('button', { name: /^Weight/ }));
  await waitFor(async () => expect(await parcels()).not.toContain(second));
  await beside((await parcels())[0]!);
});

it.each([
  ['others are left', 'VTR-10004'],
  ['none is left', 'VTR-100048'],
])(
  'given a question that is open, when another customer takes the stone and %s, then it stays and Yes shows why not (product: Actions by status)',
  async (_left, text) => {
    localStorage.setItem(
      'vitrine:saved:demo-customer',
      JSON.stringify({
        'table:available/natural': {
          filters: { parcelName: { kind: 'text', text } },
          sort: { column: 'parcelName', descending: false },
        },
      }),
    );
    const user = world.show();
    await waitFor(async () => expect((await parcels())[0]).toBe('VTR-100048'));
    const beside = screen.getByRole('article', { name: 'Beside the list' });
    await user.click(await within(beside).findByRole('button', { name: 'Request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
    world.server.answer('/inventory/request_stones', { parcelNames: ['VTR-100048'] }, 'demo-customer');
    await waitFor(() => expect(document.querySelector('tr[data-key="VTR-100048"]')).toBeNull());
    // What stands beside the list is drawn a frame later.
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect(dialog).toBeInTheDocument();
    const message = 'VTR-100048 is no longer available.';
    world.answerWith('/inventory/request_stones', { status: 402, body: { message } });
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText(message)).toBeVisible();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const shown = () => screen.queryByRole('article', { name: 'Beside the list' })?.textContent ?? '';
    await waitFor(() => expect(shown()).not.toContain('VTR-100048'));
  },
);

it('given a question that is open, when the list is left and come back to, then it still stays as the stone is taken (product: Actions by status)', async () => {
  localStorage.setItem(
    'vitrine:saved:demo-customer',
    JSON.stringify({ 'table:available/natural': { sort: { column: 'parcelName', descending: false } } }),
  );
  const user = world.show();
  await grid();
  await showList(user, 'My Inventory');
  await grid();
  await showList(user, 'Available');
  const [first] = await parcels();
  const beside = await screen.findByRole('article', { name: 'Beside the list' });
  await user.click(await within(beside).findByRole('button', { name: 'Request' }));
  await screen.findByRole('dialog', { name: 'Are you sure?' });
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => window.history.forward());
  await screen.findByRole('dialog', { name: 'Are you sure?' });
  world.server.answer('/inventory/request_stones', { parcelNames: [first] }, 'demo-customer');
  await waitFor(() => expect(document.querySelector(`tr[data-key="${first}"]`)).toBeNull());
  // What stands beside the list is drawn a frame later.
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(screen.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible();
});
