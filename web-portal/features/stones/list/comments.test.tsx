import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { actForCustomer } from '../../../lib/api-client.ts';
import { commentDrafts } from '../../../lists/comment-drafts.ts';
import { portalWorld, showList } from '../../../testing/render-portal.tsx';
import { actions } from './testing/list-page.ts';

const world = portalWorld(120, 12);

describe('A comment on an instruction', () => {
  it('is there again when its dialog was closed, until it is sent', async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    await user.click((await screen.findAllByRole('checkbox', { name: /^Select VTR-/ }))[0]!);
    const ask = async (): Promise<HTMLElement> => {
      await user.click(actions().getByRole('button', { name: 'Return' }));
      return screen.findByRole('dialog', { name: 'Are you sure?' });
    };
    const comment = async (dialog: HTMLElement) => within(dialog).findByLabelText('Comment (optional)');
    const dialog = await ask();
    await user.type(await comment(dialog), 'a scratch');
    await user.click(within(dialog).getByRole('button', { name: 'No' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const again = await ask();
    expect(await comment(again)).toHaveValue('a scratch');
    await user.click(within(again).getByRole('button', { name: 'Yes' }));
    await waitFor(() =>
      expect(localStorage.getItem('vitrine:saved:demo-customer')).not.toContain('a scratch'),
    );
    expect(world.calls.find(({ path }) => path === '/inventory/return')?.body).toMatchObject({
      remarks: 'a scratch',
    });
  });
  it('stays, with what is selected and the dialog, when all of the instruction was declined', async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    const box = (await screen.findAllByRole('checkbox', { name: /^Select VTR-/ }))[0]!;
    const parcelName = box.closest('tr')!.getAttribute('data-key')!;
    await user.click(box);
    await user.click(actions().getByRole('button', { name: 'Return' }));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
    await user.type(await within(dialog).findByLabelText('Comment (optional)'), 'a scratch');
    world.answerWith('/inventory/return', {
      status: 200,
      body: { done: [], declined: [{ parcelName, reason: 'It is sold.' }], position: '1100' },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText(/One stone could not be returned/)).toHaveTextContent('It is sold.');
    await world.untilAnswered();
    expect(dialog).toBeInTheDocument();
    expect(box).toBeChecked();
    expect(commentDrafts({ username: 'demo-customer' }).read('customer/natural:RETURN')).toBe('a scratch');
  });
  it('is there again when the session had ended, after signing in again', async () => {
    const user = world.show();
    await showList(user, 'Cart');
    await user.click(await screen.findByRole('checkbox', { name: /^Select VTR-100010,/ }));
    const request = async (): Promise<HTMLElement> => {
      await user.click(actions().getByRole('button', { name: 'Request' }));
      return screen.findByRole('dialog', { name: 'Confirm your request' });
    };
    const dialog = await request();
    await user.type(within(dialog).getByLabelText('Comment (optional)'), 'for Saturday');
    world.answerWith('/inventory/request_stones', { status: 401, body: { message: 'over' } });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    await screen.findByText('Your session has expired. Please log in again.');
    cleanup();
    world.username = 'demo-customer';
    world.show();
    expect(await screen.findByRole('checkbox', { name: /^Select VTR-100010,/ })).toBeChecked();
    expect(within(await request()).getByLabelText('Comment (optional)')).toHaveValue('for Saturday');
  });
  it('that staff began for one customer does not come up for another', async () => {
    const drafts = commentDrafts({ username: 'demo-rep' });
    const read = (customerId: number): string => {
      actForCustomer(customerId);
      return drafts.read('cart/natural:REQUEST');
    };
    actForCustomer(7);
    drafts.write('cart/natural:REQUEST', 'a gift');
    expect(read(5)).toBe('');
    await drafts.keepUntil('cart/natural:REQUEST', () => Promise.resolve(true));
    expect(read(7)).toBe('a gift');
    actForCustomer(null);
    const viewingAs = (customerId: number) => ({
      username: 'demo-rep',
      viewingAs: { customerId, role: 'salesRep' as const, username: null },
    });
    expect(commentDrafts(viewingAs(5)).read('cart/natural:REQUEST')).toBe('');
    expect(commentDrafts(viewingAs(7)).read('cart/natural:REQUEST')).toBe('a gift');
  });
});
