import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { grid, parcels, portalWorld, showList } from '../../../testing/render-portal.tsx';
import { actions } from './testing/list-page.ts';

const world = portalWorld();
const GONE = ['VTR-100010', 'VTR-100012'];
const STILL_THERE = 'VTR-100011';

/** Opens a cart of three, of which two are gone. */
const showCart = async (): Promise<UserEvent> => {
  world.server.answer('/inventory/cart_stones', { parcelNames: ['VTR-100012'] }, 'demo-customer');
  const user = world.show();
  await showList(user, 'Cart');
  await waitFor(async () => expect(await parcels()).toHaveLength(3));
  for (const name of GONE) world.server.receive(name, 'MEMO');
  await waitFor(() => expect(screen.getAllByText('Not Available')).toHaveLength(2));
  return user;
};

describe('What is gone while it lies in the cart', () => {
  it('is marked in its row, and what can be requested is not', async () => {
    await showCart();
    const table = await grid();
    const rowOf = (name: string) => table.querySelector<HTMLElement>(`tr[data-key="${name}"]`)!;
    for (const name of GONE) expect(within(rowOf(name)).getByText('Not Available')).toBeVisible();
    expect(within(rowOf(STILL_THERE)).getByText('Available')).toBeVisible();
  });
  it('is marked on its card, and in the card opened', async () => {
    const user = await showCart();
    await user.click(screen.getByRole('button', { name: 'Gallery' }));
    await waitFor(() => expect(screen.queryByRole('grid')).not.toBeInTheDocument());
    expect(screen.getAllByText('Not Available')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: /^Open VTR-100010,/ }));
    expect(within(await screen.findByRole('dialog')).getByText('Not Available')).toBeVisible();
  });
  it('is marked before it is requested, and the refusal names all of it', async () => {
    const user = await showCart();
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await user.click(actions().getByRole('button', { name: 'Request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    expect(within(dialog).getAllByText('Not Available')).toHaveLength(2);
    expect(
      within(dialog).getByText(
        'Some of these are no longer available. Remove them, or nothing is requested.',
      ),
    ).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    const toast = await screen.findByRole('alert');
    for (const name of GONE) expect(toast).toHaveTextContent(`${name} is no longer available.`);
    for (const name of GONE) await user.click(within(dialog).getByRole('button', { name: `Remove ${name}` }));
    expect(within(dialog).queryByText(/no longer available/)).not.toBeInTheDocument();
  });
});
