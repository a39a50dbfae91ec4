import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { grid, portalWorld, showList } from '../../testing/render-portal.tsx';

const world = portalWorld(120, 12);

/** A tablet, held wide at first: there the sidebar has room beside the page. */
let wide: boolean;
const listeners = new Set<() => void>();
const turn = (): void => {
  wide = !wide;
  act(() => {
    for (const listener of listeners) listener();
  });
};
const asBefore = window.matchMedia;
beforeEach(() => {
  wide = true;
  listeners.clear();
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return wide && query.includes('min-width');
    },
    media: query,
    addEventListener: (_type: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => void listeners.delete(listener),
  }));
});
afterEach(() => void vi.stubGlobal('matchMedia', asBefore));

describe('A tablet that is turned (product: Sidebar)', () => {
  it('keeps the request of the whole cart, without what was removed from it', async () => {
    const user = world.show();
    await showList(user, 'Available', 'Clarity LG Diamonds');
    await user.click(await screen.findByRole('button', { name: 'Add LG-100 to cart' }));
    await user.click(await screen.findByRole('button', { name: /^Request whole cart3 pcs/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(dialog).getByRole('button', { name: 'Remove LG-100' }));
    turn();
    expect(dialog).toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: 'Remove LG-100' })).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Remove VTR-100010' })).toBeVisible();
  });
  it('and turned back opens no menu', async () => {
    const user = world.show();
    await grid();
    turn();
    await user.click(await screen.findByRole('button', { name: 'Menu' }));
    expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeVisible();
    turn();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());
    turn();
    expect(await screen.findByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
  });
});
