import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { grid, portalWorld, showList } from '../../../testing/render-portal.tsx';

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
