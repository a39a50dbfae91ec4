import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { savedClientView, viewsOf, withoutPrices } from '../../lib/client-view.ts';
import { saveValue, savedValue } from '../../lib/saved-state.ts';
import { grid, portalWorld } from '../../testing/render-portal.tsx';

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
    expect(savedClientView('demo-customer')).toBe('NONE');

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

  it('forgets filters and an order by one’s own prices: they would betray them', () => {
    const colour = { kind: 'choice', values: ['F'] };
    const filters = { total: { kind: 'range', min: null, max: 5000 }, colour };
    expect(withoutPrices({ filters, sort: { column: 'total', descending: true }, pageSize: 15 })).toEqual({
      filters: { colour },
      sort: null,
      pageSize: 15,
    });
    expect(withoutPrices({ filters: { colour }, sort: { column: 'weight', descending: false } })).toEqual({
      filters: { colour },
      sort: { column: 'weight', descending: false },
    });
  });
});
