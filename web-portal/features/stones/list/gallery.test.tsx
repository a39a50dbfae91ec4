import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { grid, parcels, portalWorld } from '../../../testing/render-portal.tsx';
import { previewUrl } from './hover-preview.ts';

const world = portalWorld(120, 12);

describe('Cards (product: Stone table)', () => {
  const names = (): string[] =>
    screen
      .getAllByRole('button', { name: /^Open VTR-/ })
      .map((card) => /VTR-\d+/.exec(card.getAttribute('aria-label')!)![0]);
  const select = async (user: UserEvent): Promise<void> => {
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    const summary = (await screen.findByText(/\d+ selected, /)).closest('[role=status]');
    expect(summary).toHaveTextContent(/^(\d+) stones · \1 selected, /);
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await waitFor(() => expect(screen.queryByText(/\d+ selected, /)).not.toBeInTheDocument());
  };
  it('of the gallery are put in order and selected together, as the table is', async () => {
    const user = world.show();
    await grid();
    await user.click(screen.getByRole('button', { name: 'Gallery' }));
    const byWeight = await waitFor(names);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Parcel Name');
    const byName = names();
    expect(byName).toEqual(byName.toSorted());
    expect(byName).not.toEqual(byWeight);
    await user.click(screen.getByRole('button', { name: 'Ascending order' }));
    expect(names()[0]! > byName.at(-1)!).toBe(true);
    expect(screen.getByRole('button', { name: 'Descending order' })).toBeVisible();
    await select(user);
    await user.click(screen.getByRole('button', { name: 'Table' }));
    expect((await parcels())[0]! > byName.at(-1)!).toBe(true);
  });
  it('stand in place of the table on a phone, with its film and certificate, without what is hidden', async () => {
    const wide = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...wide(query),
      matches: query.includes('max-width: 599px') || query.includes('max-width: 899px'),
    }));
    try {
      const user = world.show();
      await waitFor(names);
      expect(screen.queryByRole('grid')).not.toBeInTheDocument();
      await select(user);
      const cards = screen.getByRole('list', { name: 'Available: Loose Diamonds' });
      expect(cards).toHaveTextContent('$');
      await user.click(screen.getByRole('button', { name: 'Columns' }));
      await user.click(await screen.findByRole('checkbox', { name: 'Total' }));
      await user.click(screen.getByRole('button', { name: 'Done' }));
      expect(cards).not.toHaveTextContent('$');
      world.answerWith('/inventory/cert', { status: 402, body: { message: 'Not here.' } });
      const [certificate] = within(cards).getAllByRole('button', { name: /^Certificate of / });
      await user.click(certificate!);
      expect(await screen.findByRole('dialog')).toBeVisible();
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      const [film] = within(cards).getAllByRole('button', { name: /^Show VTR-/ });
      await user.click(film!);
      expect(await screen.findByRole('region', { name: /^Photo or video of / })).toBeVisible();
    } finally {
      vi.stubGlobal('matchMedia', wide);
    }
  });
});

describe('The gallery (product: Gallery)', () => {
  const openCard = async () => {
    const user = world.show();
    await grid();
    await user.click(screen.getByRole('button', { name: 'Gallery' }));
    const [card] = await screen.findAllByRole('button', { name: /^Open VTR-/ });
    const name = /VTR-\d+/.exec(card!.getAttribute('aria-label')!)![0];
    await user.click(card!);
    return { user, name, dialog: await screen.findByRole('dialog') };
  };
  it('has a detail modal for each card, from which the tab is opened', async () => {
    const { user, name, dialog } = await openCard();
    expect(within(dialog).getByText(name)).toBeVisible();
    expect(within(dialog).getByText('Measurements')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Open details' }));
    expect(await screen.findByRole('article', { name: `Stone ${name}` })).toBeVisible();
  });
  it('adds to the cart from there', async () => {
    const { user, name, dialog } = await openCard();
    await user.click(within(dialog).getByRole('button', { name: /^Add to cart/ }));
    await waitFor(() =>
      expect(world.calls.find(({ path }) => path === '/inventory/cart_stones')?.body).toEqual({
        parcelNames: [name],
      }),
    );
    expect(await within(dialog).findByRole('button', { name: /^Remove from cart/ })).toBeVisible();
  });
  it('clears the selection by Esc, then the filters, as the table does', async () => {
    const user = world.show();
    await grid();
    await user.type(screen.getByRole('searchbox', { name: 'Parcel Name' }), 'VTR-10000');
    await user.click(screen.getByRole('button', { name: 'Gallery' }));
    const boxes = () => screen.getAllByRole('checkbox', { name: /^Select VTR-/ });
    await waitFor(() => expect(boxes().length).toBeLessThan(11));
    const few = boxes().length;
    await user.click(boxes()[0]!);
    expect(boxes()[0]).toBeChecked();
    boxes()[0]!.focus();
    await user.keyboard('{Escape}');
    expect(boxes()[0]).not.toBeChecked();
    expect(boxes()).toHaveLength(few);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(boxes().length).toBeGreaterThan(few));
  });
  it("says 'Stone not found.' when the stone is there no more", async () => {
    const { user, name, dialog } = await openCard();
    world.server.answer('/inventory/request_stones', { parcelNames: [name] }, 'demo-customer');
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: new RegExp(`^Open ${name},`), hidden: true })).toBeNull(),
    );
    await user.click(within(dialog).getByRole('button', { name: /^Add to cart/ }));
    expect(await screen.findByText('Stone not found.')).toBeVisible();
    expect(world.calls.some(({ path }) => path === '/inventory/cart_stones')).toBe(false);
  });
  it('shows films under the pointer from the trusted hosts only', () => {
    const hosts = ['v360.in', 'media.vitrine.example'];
    const preview = (photoUrl?: string): string | null => previewUrl({ photoUrl }, hosts);
    expect(preview('https://v360.in/a?d=1')).toBe('https://v360.in/a?d=1');
    expect(preview('https://cdn.v360.in/a')).toBe('https://cdn.v360.in/a');
    for (const other of [
      'https://evil-v360.in/a',
      'https://other.example/v360.in',
      'http://v360.in/a',
      '/a.mp4',
      undefined,
    ])
      expect(preview(other)).toBeNull();
  });
  it('shows films of this server where it is one of the trusted hosts', () => {
    expect(previewUrl({ photoUrl: '/demo-media/turning?shape=RD' }, ['v360.in', 'self'])).toBe(
      '/demo-media/turning?shape=RD',
    );
    expect(previewUrl({ photoUrl: '//other.example/a' }, ['v360.in', 'self'])).toBeNull();
  });
});
