import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { forgetPricesOfOthers, saveClientView, savedClientView, viewsOf } from '../../lib/client-view.ts';
import { saveValue, savedValue } from '../../lib/saved-state.ts';
import { MADE_CUSTOMER, MADE_USERS } from '../../testing/made-people.ts';
import { grid, portalWorld } from '../../testing/render-portal.tsx';
import { linkTo } from '../stones/list/shared-filters.ts';

const world = portalWorld(40);
const altP = (): boolean => fireEvent.keyDown(document.body, { key: 'p', code: 'KeyP', altKey: true });
const banner = (): Promise<HTMLElement> => screen.findByRole('complementary', { name: 'Client view' });
const shown = (): string => document.body.textContent ?? '';

describe('Client view (product: Client view; rule: Client view)', () => {
  it('one key shows retail prices, another choice none, and the key again one’s own', async () => {
    world.show();
    await grid();
    await waitFor(() => expect(shown()).toContain('Rap %'));
    altP();
    await waitFor(() => expect(shown()).not.toContain('Rap %'));
    const sentAs = (): (string | null)[] => [
      ...new Set(world.calls.slice(-8).map(({ headers }) => headers.get('prices'))),
    ];
    await grid();
    await waitFor(() => expect(sentAs()).toEqual(['RETAIL']));
    expect(within(await screen.findByRole('navigation', { name: 'Main' })).queryByText(/\$/)).toBeNull();

    fireEvent.click(within(await banner()).getByRole('button', { name: 'No prices' }));
    await grid();
    await waitFor(() => expect(shown()).not.toContain('Total'));
    expect(savedClientView({ username: 'demo-customer' })).toBe('NONE');

    altP();
    await waitFor(() => expect(shown()).toContain('Rap %'));
    expect(screen.queryByRole('complementary', { name: 'Client view' })).toBeNull();
  });

  it('stands until it is turned off: also after the page is loaded again', async () => {
    saveValue('demo-customer', 'clientView', 'NONE');
    const user = world.show();
    await grid();
    expect(await banner()).toBeVisible();
    expect(shown()).not.toContain('Total');
    const lists = world.calls.filter(({ path }) => path.startsWith('/inventory'));
    expect(lists.every(({ headers }) => headers.get('prices') === 'NONE')).toBe(true);
    await user.click(within(await banner()).getByRole('button', { name: 'End client view' }));
    await waitFor(() => expect(shown()).toContain('Rap %'));
  });

  it('is neither on nor offered while staff view as a customer, and is on again afterwards', async () => {
    const admin = MADE_USERS.find(({ administrator }) => administrator)!;
    const { customerId } = MADE_CUSTOMER;
    const viewingAs = { customerId, role: 'administrator', username: 'demo-customer' };
    const viewer = { ...admin, administrator: false, customerId, viewingAs };
    world.username = admin.username;
    saveValue(admin.username, 'clientView', 'NONE');
    world.answerWith('/login/check', { status: 200, body: viewer }, Infinity);
    world.show();
    await grid();
    await waitFor(() => expect(shown()).toContain('Rap %'));
    expect(screen.queryByRole('complementary', { name: 'Client view' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Client view' })).toBeNull();
    altP();
    expect(savedValue(admin.username, 'clientView')).toBe('NONE');
    expect(savedClientView(admin)).toBe('NONE');
  });

  it('takes no filter or order by one’s own prices from a saved search or a link', async () => {
    saveValue('demo-customer', 'clientView', 'RETAIL');
    const search = {
      id: '6f1a3c52-9d0e-4c1b-8a77-2b5d4e3f1a90',
      name: 'Mine',
      kind: 'available',
      line: 'natural',
      newMatches: 0,
      mails: false,
      filters: { total: { kind: 'range', min: 4321, max: null }, parcelName: { kind: 'text', text: 'VTR' } },
      sort: { column: 'total', descending: true },
    };
    world.answerWith('/searches', { status: 200, body: [search] }, Infinity);
    const link = new URLSearchParams({
      page: 'available/natural',
      filters: JSON.stringify(search.filters),
      sort: '-total',
    });
    const user = world.show(`/?${link.toString()}`);
    await grid();
    const inForce = (): unknown => savedValue('demo-customer', 'table:available/natural');
    const { total: _own, ...filters } = search.filters;
    await waitFor(() => expect(inForce()).toMatchObject({ filters, sort: null }));
    expect(inForce()).not.toHaveProperty('filters.total');

    await user.click(screen.getByRole('button', { name: 'Saved searches' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Saved searches' }));
    await user.click(await panel.findByRole('button', { name: /^Mine/ }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Saved searches' })).toBeNull());
    await grid();
    expect(inForce()).toMatchObject({ filters, sort: null });
    expect(inForce()).not.toHaveProperty('filters.total');
  });

  it('ends without the filters and the order by its prices', () => {
    const table = { filters: { total: { kind: 'range', min: 1, max: null } }, sort: null };
    saveValue('demo-customer', 'table:available/natural', table);
    saveClientView('demo-customer', null);
    expect(savedValue('demo-customer', 'table:available/natural')).toEqual({ filters: {}, sort: null });
  });

  it('staff who begin or end a view as a customer keep no filters by other prices (rule: View as customer)', () => {
    const username = 'demo-admin';
    const viewingAs = { customerId: 12, role: 'administrator', username: 'demo-customer' } as const;
    const table = { filters: { total: { kind: 'range', min: 1, max: null } }, sort: null };
    const kept = (): unknown => savedValue(username, 'table:available/natural');
    for (const user of [{ username }, { username, viewingAs }, { username }]) {
      forgetPricesOfOthers(user);
      saveValue(username, 'table:available/natural', table);
      forgetPricesOfOthers(user);
      expect(kept()).toEqual(table);
    }
    forgetPricesOfOthers({ username, viewingAs });
    expect(kept()).toEqual({ filters: {}, sort: null });
    saveValue(username, 'table:available/natural', table);
    forgetPricesOfOthers({ username });
    expect(kept()).toEqual({ filters: {}, sort: null });
  });

  it('saves no search and copies no link with filters or order by its prices: others apply elsewhere', async () => {
    saveValue('demo-customer', 'clientView', 'RETAIL');
    const parcelName = { kind: 'text', text: 'VTR' } as const;
    const filters = { parcelName, total: { kind: 'range', min: 1, max: null } } as const;
    const sort = { column: 'total', descending: true };
    saveValue('demo-customer', 'table:available/natural', { filters, sort });
    const user = world.show();
    await grid();
    const { searchParams } = new URL(linkTo('available/natural', { filters, sort }));
    expect(JSON.parse(searchParams.get('filters')!)).toEqual({ parcelName });
    expect(searchParams.get('sort')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Saved searches' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Saved searches' }));
    await user.type(panel.getByLabelText('Name of these filters'), 'Mine');
    await user.click(panel.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(world.calls.find(({ path }) => path.startsWith('/searches/'))?.body).toMatchObject({
        filters: { parcelName },
        sort: null,
      }),
    );
  });

  it('asks before it exports', async () => {
    saveValue('demo-customer', 'clientView', 'NONE');
    const user = world.show();
    await grid();
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('dialog', { name: 'Export in client view?' })).toHaveTextContent(
      'The spreadsheet has no prices, as shown.',
    );
  });

  it('is not offered where there are no prices to hide', async () => {
    world.username = 'demo-no-prices';
    world.show();
    await grid();
    expect(screen.queryByRole('button', { name: 'Client view' })).toBeNull();
    altP();
    expect(savedValue('demo-no-prices', 'clientView')).toBeUndefined();
  });

  it('offers no reports, which are with wholesale prices only', async () => {
    world.username = 'demo-rep';
    world.show();
    expect(await screen.findByRole('button', { name: 'Reports' })).toBeVisible();
    altP();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reports' })).toBeNull());
  });

  it('shows no more than one’s own price mode', () => {
    expect(viewsOf('WHOLESALE')).toEqual(['RETAIL', 'NONE']);
    expect(viewsOf('RETAIL')).toEqual(['NONE']);
    expect(viewsOf('NONE')).toEqual([]);
  });
});
