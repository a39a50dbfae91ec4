import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { parcels, portalWorld } from '../../../testing/render-portal.tsx';
import { headings, linkTo } from './testing/list-page.ts';

const world = portalWorld(120, 12);

describe('Price modes', () => {
  it('RETAIL shows prices without Rap', async () => {
    world.username = 'demo-retail';
    world.show();
    const found = await headings();
    expect(found).toContain('Total');
    expect(found).not.toContain('Rap %');
  });
  it('NONE shows no price in the table, nor in the gallery, nor a filter by it', async () => {
    world.username = 'demo-no-prices';
    const user = world.show();
    for (const priced of ['Total', 'Ppc', 'Rap %']) expect(await headings()).not.toContain(priced);
    const filters = within(screen.getByRole('group', { name: 'Filters' }));
    expect(filters.getByRole('button', { name: 'Shape' })).toBeVisible();
    expect(filters.queryByRole('button', { name: 'Total' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Gallery' }));
    const cards = await screen.findByRole('list', { name: 'Available: Loose Diamonds' });
    expect(cards).not.toHaveTextContent('$');
  });
  it('a saved price filter betrays nothing to NONE', async () => {
    world.username = 'demo-no-prices';
    world.show(linkTo('available/natural', { total: { kind: 'range', min: 1_000_000, max: null } }));
    expect(await parcels()).toHaveLength(15);
  });
});
