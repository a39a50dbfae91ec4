import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { grid, parcels, portalWorld, showList } from '../../../testing/render-portal.tsx';
import { linkTo } from './testing/list-page.ts';

const world = portalWorld(120, 12);

describe('Filters', () => {
  it('are saved per table: those of one list are not those of another, and are there again after a reload', async () => {
    const user = world.show();
    await grid();
    await user.type(screen.getByRole('searchbox', { name: 'Parcel Name' }), 'VTR-10000');
    await showList(user, 'Account History');
    expect(await parcels()).toHaveLength(6);
    cleanup();
    world.show();
    await showList(user, 'Available');
    await waitFor(async () => expect(await parcels()).toHaveLength(10));
  });
  it('can be shared as a link', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    const user = world.show();
    vi.stubGlobal('navigator', { ...window.navigator, clipboard: { writeText } });
    await grid();
    await user.type(screen.getByRole('searchbox', { name: 'Parcel Name' }), 'VTR-10001');
    await user.click(within(await grid()).getByRole('button', { name: /^Total/ }));
    await user.click(within(await grid()).getByRole('button', { name: /^Total/ }));
    const order = await parcels();
    await user.click(screen.getByRole('button', { name: 'Copy link to these filters' }));
    const [link] = writeText.mock.calls[0]!;
    expect(new URL(link).searchParams.get('sort')).toBe('-total');
    cleanup();
    localStorage.clear();
    world.show(new URL(link).search.replace(/^/, '/'));
    await waitFor(async () =>
      expect((await parcels()).every((name) => name.startsWith('VTR-10001'))).toBe(true),
    );
    expect(await parcels()).toEqual(order);
    expect(window.location.search).toBe('');
  });
  it('of a link that cannot be read are left out', async () => {
    world.show('/?page=available/natural&filters=%7Bnonsense');
    expect(await parcels()).toHaveLength(15);
  });
  it('are gone with Clear Filters', async () => {
    const user = world.show(linkTo('available/natural', { certNo: { kind: 'text', text: 'nothing' } }));
    await user.click((await screen.findAllByRole('button', { name: 'Clear Filters' }))[0]!);
    expect(await parcels()).toHaveLength(15);
  });
});
