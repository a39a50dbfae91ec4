import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { grid, portalWorld, showList } from '../../../testing/render-portal.tsx';

const world = portalWorld();

describe('The filter panel (product: Filters by hand)', () => {
  const panel = (): HTMLElement | null => screen.queryByRole('region', { name: 'Filter panel' });
  const toggle = (): HTMLElement => screen.getByRole('button', { name: 'Filter panel' });
  it('is folded in the next list, unless it is pinned: then it is there, and after a reload', async () => {
    const user = world.show();
    await grid();
    await user.click(toggle());
    await showList(user, 'My Inventory');
    await grid();
    expect(panel()).toBeNull();
    await user.click(toggle());
    await user.click(screen.getByRole('button', { name: 'Keep the filter panel open' }));
    await showList(user, 'Account History');
    await grid();
    expect(panel()).toBeVisible();
    cleanup();
    world.show();
    await grid();
    expect(panel()).toBeVisible();
    await user.click(toggle());
    expect(panel()).toBeNull();
    await showList(user, 'Available');
    await grid();
    expect(panel()).toBeNull();
  });
  it('stands beside the table where that leaves it room, pinned; its place is there before the list', async () => {
    const narrower = window.matchMedia;
    let wide = 1920;
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...narrower(query),
      matches: query.includes('width >=') ? wide >= Number(/\d+/.exec(query)![0]) : narrower(query).matches,
    }));
    try {
      const user = world.show();
      await grid();
      await user.click(toggle());
      expect(panel()).toHaveAttribute('data-panel', 'above');
      await user.click(screen.getByRole('button', { name: 'Keep the filter panel open' }));
      // A stone stands there too.
      expect(panel()).toHaveAttribute('data-panel', 'above');
      await user.click(screen.getByRole('button', { name: 'Stone beside the list' }));
      expect(panel()).toHaveAttribute('data-panel', 'beside');
      await user.click(screen.getByRole('button', { name: 'Stone beside the list' }));
      expect(panel()).toHaveAttribute('data-panel', 'above');
      cleanup();
      wide = 2200;
      const held = world.hold('/inventory/available');
      world.show();
      await screen.findByText('Loading…');
      expect(document.querySelector('[data-panel]')).toHaveAttribute('data-panel', 'beside');
      held.release();
      await grid();
      expect(panel()).toHaveAttribute('data-panel', 'beside');
    } finally {
      vi.stubGlobal('matchMedia', narrower);
    }
  });
  it('filters by the same values as the other filters: a shape by its code', async () => {
    const user = world.show();
    await grid();
    await user.click(toggle());
    expect(screen.getByRole('group', { name: 'Total' })).toBeVisible();
    await user.click(
      within(screen.getByRole('toolbar', { name: 'Shape' })).getByRole('button', { name: /^Oval, / }),
    );
    await user.click(toggle());
    expect(
      within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name: 'Shape: Oval' }),
    ).toBeVisible();
  });
  it('has no distribution of a price that the price mode hides', async () => {
    world.username = 'demo-no-prices';
    const user = world.show();
    await grid();
    await user.click(toggle());
    expect(within(panel()!).getByRole('group', { name: 'Weight' })).toBeVisible();
    expect(within(panel()!).queryByRole('group', { name: /Total|Price|Rap/ })).toBeNull();
    expect(panel()).not.toHaveTextContent('$');
  });
});
