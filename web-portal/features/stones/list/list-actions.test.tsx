import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MADE_CUSTOMER } from '../../../testing/made-people.ts';
import { portalWorld, showList } from '../../../testing/render-portal.tsx';
import { actions } from './testing/list-page.ts';

const world = portalWorld(540);
const REFUSED = { status: 402, body: { message: 'Please try again in a moment.' } };

describe('What is selected (product: Filters and selection)', () => {
  it('is still selected when adding it to the cart is refused', async () => {
    const user = world.show();
    const box = (await screen.findAllByRole('checkbox', { name: /^Select VTR-/ }))[0]!;
    const name = box.getAttribute('aria-label')!;
    await user.click(box);
    const { release } = world.hold('/inventory/cart_stones');
    world.answerWith('/inventory/cart_stones', REFUSED);
    await user.click(actions().getByRole('button', { name: 'Add to cart' }));
    await waitFor(() => expect(screen.getByRole('checkbox', { name })).not.toBeChecked());
    release();
    await screen.findByText('Please try again in a moment.');
    await waitFor(() => expect(screen.getByRole('checkbox', { name })).toBeChecked());
  });
  it('is still selected when taking it out of the cart is refused', async () => {
    const user = world.show();
    await showList(user, 'Cart');
    await user.click(await screen.findByRole('checkbox', { name: /^Select VTR-100010,/ }));
    world.answerWith('/inventory/uncart_stones', REFUSED);
    await user.click(actions().getByRole('button', { name: 'Remove' }));
    await screen.findByText('Please try again in a moment.');
    expect(await screen.findByRole('checkbox', { name: /^Select VTR-100010,/ })).toBeChecked();
  });
  it.each([
    ['for the customer acted for is selected again', { selectedFor: MADE_CUSTOMER.customerId }, true],
    // In another window, say, which saved its lists later.
    ['for another customer is not selected', { selectedFor: 14 }, false],
    ['for oneself is not selected for a customer', { selectedFor: null }, false],
    ['by a release that did not say for whom is not selected', {}, false],
  ])('and was saved %s', async (_how, kept, selected) => {
    const name = 'VTR-100003';
    const table = { filters: { parcelName: { kind: 'text', text: name } }, selected: [name], ...kept };
    const saved = { actingFor: MADE_CUSTOMER.customerId, 'table:available/natural': table };
    localStorage.setItem('vitrine:saved:demo-rep', JSON.stringify(saved));
    world.username = 'demo-rep';
    world.show();
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Select VTR-100003,/ });
    expect(box.checked).toBe(selected);
  });
  it('is not acted on when it is more than one call may have, and the button says why', async () => {
    const user = world.show();
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    const add = actions().getByRole('button', { name: 'Add to cart' });
    expect(add).toBeDisabled();
    expect(add).toHaveAttribute('title', 'At most 500 stones at a time.');
    await user.click(screen.getAllByRole('checkbox', { name: /^Select VTR-/ })[0]!);
    expect(add).toHaveAttribute('title', 'At most 500 stones at a time.');
  });
  it('is confirmed at the prices that it has now', async () => {
    const user = world.show();
    await showList(user, 'Cart');
    await user.click(await screen.findByRole('checkbox', { name: /^Select VTR-100010,/ }));
    await user.click(actions().getByRole('button', { name: 'Request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    const cart = world.server.answer('/inventory/cart', {}, 'demo-customer').body as { parcelName: string }[];
    const row = cart.find(({ parcelName }) => parcelName === 'VTR-100010');
    const rows = { available: [], customer: [], cart: [{ ...row, total: 4321.5 }], past: [] };
    world.answerWith('/inventory/rows', { status: 200, body: rows });
    // Whatever changes: the server names the parcel.
    world.server.receive('VTR-100010', 'RETURN_MEMO');
    await waitFor(() => expect(within(dialog).getByLabelText('Total')).toHaveTextContent('$4,321.50'));
    expect(within(dialog).getByRole('listitem')).toHaveTextContent('$4,321.50');
  });
});
