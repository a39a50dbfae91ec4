import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Piece } from '#contracts/api/pieces.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { formatPieces, formatPrice } from '#contracts/vocabulary/money.ts';
import { NOT_ON_HAND, totalOf } from '../../lists/stone-facts.ts';
import { portalWorld, showList } from '../../testing/render-portal.tsx';

const world = portalWorld(120, 12);

describe('The whole cart (product: Confirm request)', () => {
  it('of two lines is requested at once, says what it comes to, and gives a memo to keep', async () => {
    const user = world.show();
    await showList(user, 'Available', 'Clarity LG Diamonds');
    expect(screen.queryByRole('button', { name: /^Request whole cart/ })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Add LG-100 to cart' }));
    await user.click(await screen.findByRole('button', { name: /^Request whole cart3 pcs/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    expect(await within(dialog).findByText(/^Inventory after this request:/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const sent = (path: string) => world.calls.filter((made) => made.path === path);
    expect(sent('/parcels/request_stones').map(({ body }) => body['parcelNames'])).toEqual([
      ['VTR-100010', 'VTR-100011', 'LG-100'],
    ]);
    const toast = (await screen.findByText('Requested: 3 pcs')).closest<HTMLElement>('[role=status]')!;
    await user.click(within(toast).getByRole('button', { name: 'Memo' }));
    const memo = await screen.findByRole('dialog', { name: 'Memo request' });
    expect(within(memo).getByText('Loose Diamonds, Clarity LG Diamonds')).toBeVisible();
    expect(within(memo).getAllByText('Requested')).toHaveLength(3);
  });

  it('says in words what is asked for by properties, and at what price', async () => {
    const filters = {
      shape: { kind: 'choice', values: ['OV'] },
      weight: { kind: 'range', min: 90, max: null },
    };
    const query = new URLSearchParams({ page: 'available/natural', filters: JSON.stringify(filters) });
    const user = world.show(`/?${query.toString()}`);
    await user.click(await screen.findByRole('button', { name: 'Add similar stones to cart' }));
    await showList(user, 'Available', 'Clarity LG Diamonds');
    await user.click(await screen.findByRole('button', { name: 'Add LG-100 to cart' }));
    await user.click(await screen.findByRole('button', { name: /^Request whole cart4 pcs/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    const card = (await within(dialog).findByText('Similar Stones: 90.00+ ct Oval')).closest('li')!;
    await waitFor(() => expect(card).toHaveTextContent(/\$[\d,.]+ ?–|Unknown/));
    expect(dialog).not.toHaveTextContent(/desire:|\bOV\b/);
  });

  it('has the models ordered in it: one request, one answer, nothing left ordered', async () => {
    const user = world.show();
    await showList(user, 'Available', 'Core Jewellery');
    const quantity = await screen.findByRole('textbox', { name: 'RI-P ordered' });
    await user.click(quantity);
    await user.keyboard('3');
    await user.click(await screen.findByRole('button', { name: /^Request whole cart5 pcs/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    expect(
      within(dialog).getByText('This is one request: if a part of it is refused, nothing is requested.'),
    ).toBeVisible();
    expect(within(dialog).getByText('2 on hand, 1 on back order')).toBeVisible();
    expect(within(dialog).getByText(NOT_ON_HAND)).toBeVisible();
    const total = Number(within(dialog).getByLabelText('Total').textContent.replace(/[$,]/g, ''));
    expect(total).toBeGreaterThan(0);

    world.answerWith('/parcels/request_stones', { status: 402, body: { message: 'Over the maximum.' } });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    expect(await screen.findByText('Over the maximum.')).toBeVisible();
    expect(dialog).toBeInTheDocument();
    expect(quantity).toHaveValue('3');

    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(world.calls.filter(({ path }) => path.startsWith('/parcels/')).map(({ body }) => body)).toEqual(
      Array.from({ length: 2 }, () => ({
        parcelNames: ['VTR-100010', 'VTR-100011'],
        remarks: null,
        desires: [],
        models: ['RI-P', 'RI-P', 'RI-P'],
      })),
    );
    expect(await screen.findByText('Requested: 4 pcs')).toBeVisible();
    expect(screen.getByText('On back order: 1 × RI-P.')).toBeVisible();
    await waitFor(() => expect(quantity).toHaveValue('0'));
    expect(screen.queryByRole('button', { name: /^Request whole cart/ })).not.toBeInTheDocument();
  });

  it('given a carted piece of an ordered model, counts that piece once, until it is removed', async () => {
    const pieces = world.server.answer('/jewellery/available', {}, 'demo-customer').body as Piece[];
    const [carted, other] = pieces.filter(({ model }) => model === 'RI-P');
    const stones = world.server.answer('/inventory/cart', {}, 'demo-customer').body as Stone[];
    const user = world.show();
    await showList(user, 'Available', 'Core Jewellery');
    await user.click(await screen.findByRole('button', { name: 'Pieces' }));
    await user.click(await screen.findByRole('button', { name: `Add ${carted!.parcelName} to cart` }));
    await user.click(screen.getByRole('button', { name: 'Models' }));
    await user.click(await screen.findByRole('textbox', { name: 'RI-P ordered' }));
    await user.keyboard('2');
    const value = totalOf([...stones, carted!, other!, other!])!;
    const button = await screen.findByRole('button', { name: /^Request whole cart5 pcs/ });
    await waitFor(() => expect(button).toHaveTextContent(formatPieces(5, value)));
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your request' }));
    expect(dialog.getByText('1 on hand, 1 on back order')).toBeVisible();
    expect(dialog.getByText(NOT_ON_HAND)).toBeVisible();
    expect(dialog.getByLabelText('Total')).toHaveTextContent(formatPrice(value));

    await user.click(dialog.getByRole('button', { name: `Remove ${carted!.parcelName}` }));
    expect(dialog.queryByText(/on back order$/)).not.toBeInTheDocument();
    expect(dialog.queryByText(NOT_ON_HAND)).not.toBeInTheDocument();
    expect(dialog.getByLabelText('Total')).toHaveTextContent(
      formatPrice(totalOf([...stones, carted!, other!])!),
    );
  });

  it('requested with the Cart in front, models are not ordered any more in their own list', async () => {
    const user = world.show();
    await showList(user, 'Available', 'Core Jewellery');
    await user.click(await screen.findByRole('textbox', { name: 'RI-P ordered' }));
    await user.keyboard('2');
    await showList(user, 'Cart');
    await user.click(await screen.findByRole('button', { name: /^Request whole cart4 pcs/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await showList(user, 'Available', 'Core Jewellery');
    expect(await screen.findByRole('textbox', { name: 'RI-P ordered' })).toHaveValue('0');
  });

  it('what is on memo meanwhile is not taken back, the rest of the request is', async () => {
    const user = world.show();
    await showList(user, 'Available', 'Clarity LG Diamonds');
    await user.click(await screen.findByRole('button', { name: 'Add LG-100 to cart' }));
    await user.click(await screen.findByRole('button', { name: /^Request whole cart3 pcs/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    const toast = (await screen.findByText('Requested: 3 pcs')).closest<HTMLElement>('[role=status]')!;
    world.server.receive('VTR-100010', 'MEMO');
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('VTR-100010 is on memo already. Return it instead.')).toBeVisible();
    expect(await screen.findByText('Withdrawn: 2 pcs')).toBeVisible();
    expect(
      world.calls.filter(({ path }) => path.endsWith('/return')).map(({ body }) => body['parcelNames']),
    ).toEqual([['VTR-100011', 'LG-100']]);
  });
});
