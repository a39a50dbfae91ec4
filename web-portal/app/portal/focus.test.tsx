import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { grid, parcels, portalWorld, showList } from '../../testing/render-portal.tsx';

const world = portalWorld();
const button = (name: string): Promise<HTMLElement> => screen.findByRole('button', { name });
const pageHasFocus = (): Promise<void> => waitFor(() => expect(screen.getByRole('main')).toHaveFocus());

/** As a keyboard does it. */
const press = async (user: ReturnType<typeof world.show>, pressed: HTMLElement): Promise<void> => {
  act(() => pressed.focus());
  await user.keyboard('{Enter}');
};
const selectFirst = async (user: ReturnType<typeof world.show>): Promise<void> =>
  user.click((await within(await grid()).findAllByRole('checkbox', { name: /^Select VTR-/ }))[0]!);

describe('The focus is in the page once what had it is gone', () => {
  it('after Remove in the cart, which the lost selection disables', async () => {
    const user = world.show();
    await showList(user, 'Cart');
    await selectFirst(user);
    await press(user, await button('Remove'));
    await pageHasFocus();
    expect(await button('Remove')).toBeDisabled();
  });
  it.each([
    ['Cart', 'Request', 'Request'],
    ['My Inventory', 'Return', 'Yes'],
  ] as const)('after the dialog of %s, %s, whose opener is disabled', async (list, action, confirm) => {
    const user = world.show();
    await showList(user, list);
    await selectFirst(user);
    await press(user, await button(action));
    const dialog = await screen.findByRole('dialog');
    await press(user, await within(dialog).findByRole('button', { name: confirm }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await pageHasFocus();
  });
  it('after Clear Filters and Next page, which have nothing more to do', async () => {
    const user = world.show();
    await user.type(await screen.findByRole('searchbox', { name: 'Parcel Name' }), 'VTR-');
    const clear = await button('Clear Filters');
    await waitFor(() => expect(clear).toBeEnabled());
    await press(user, clear);
    await pageHasFocus();
    const size = await screen.findByRole('textbox', { name: 'Page size' });
    await user.clear(size);
    const rows = screen.getAllByText(/^\d+ of \d+$/)[0]!.textContent.split(' of ')[1]!;
    await user.type(size, `${Math.ceil(Number(rows) / 2)}{Enter}`);
    const next = screen.getByRole('button', { name: 'Next page' });
    await waitFor(() => expect(next).toBeEnabled());
    await press(user, next);
    await pageHasFocus();
    expect(next).toBeDisabled();
  });
  it('but on the opener of a dialog where that is still there', async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    await selectFirst(user);
    await press(user, await button('Return'));
    await press(user, await within(await screen.findByRole('dialog')).findByRole('button', { name: 'No' }));
    await waitFor(async () => expect(await button('Return')).toHaveFocus());
  });
  it('after the action of a stone that it is no longer offered for', async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    await user.click(within(await grid()).getByText((await parcels())[0]!));
    await press(user, (await screen.findAllByRole('button', { name: 'Return' })).at(-1)!);
    await press(user, await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Return' })).not.toBeInTheDocument());
    await pageHasFocus();
  });
  it('after Clear Filters in an empty list', async () => {
    const user = world.show();
    await user.type(await screen.findByRole('searchbox', { name: 'Parcel Name' }), 'nowhere');
    await screen.findAllByText('0 stones found');
    await press(user, (await screen.findAllByRole('button', { name: 'Clear Filters' })).at(-1)!);
    await grid();
    await pageHasFocus();
  });
  it('after the memo sheet of a message that has gone meanwhile', async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    await selectFirst(user);
    await press(user, await button('Return'));
    await press(user, await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Yes' }));
    await press(user, await button('Memo'));
    const sheet = await screen.findByRole('dialog', { name: 'Return' });
    await waitFor(() => expect(screen.queryByText('Memo', { selector: 'button' })).not.toBeInTheDocument());
    await press(user, within(sheet).getByRole('button', { name: 'Close' }));
    await pageHasFocus();
  });
});

describe('The focus stays in a dialog where what had it is gone', () => {
  it('on the next Remove of a request, then on its heading', async () => {
    const user = world.show();
    await showList(user, 'Cart');
    await selectFirst(user);
    await user.click((await within(await grid()).findAllByRole('checkbox', { name: /^Select VTR-/ }))[1]!);
    await press(user, await button('Request'));
    const dialog = await screen.findByRole('dialog');
    const [first, second] = within(dialog).getAllByRole('button', { name: /^Remove / });
    await press(user, first!);
    await waitFor(() => expect(second).toHaveFocus());
    await press(user, second!);
    await waitFor(() => expect(screen.getByText('Confirm your request')).toHaveFocus());
  });
});
