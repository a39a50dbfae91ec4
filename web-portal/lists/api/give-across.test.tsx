import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { portalWorld, showList } from '../../testing/render-portal.tsx';

/** So few that a request of three pieces is more than one call may name. */
vi.mock('#contracts/vocabulary/parcels-at-a-time.ts', async (original) => ({
  ...(await original<object>()),
  MOST_PARCELS: 2,
}));

const world = portalWorld(60, 16);
const sent = (path: string) => world.calls.filter((call) => call.path === path).map(({ body }) => body);

describe('Undo of a request of more than one call may name (product: Confirm request)', () => {
  const requestThree = async (): Promise<HTMLElement> => {
    const user = world.show();
    await showList(user, 'Available', 'Core Jewellery');
    for (const model of ['RI-P', 'RI-P', 'RI-P', 'EA-Y'])
      await user.click(await screen.findByRole('button', { name: `One ${model} more` }));
    await user.click(screen.getByRole('button', { name: 'Request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    const toast = (await screen.findByText('Requested: 3 pcs')).closest<HTMLElement>('[role=status]')!;
    fireEvent.mouseEnter(toast);
    return within(toast).getByText('Undo');
  };
  it('returns the pieces in portions, and then gives up what waits', async () => {
    fireEvent.click(await requestThree());
    expect(await screen.findByText('Withdrawn: 1 × RI-P')).toBeVisible();
    expect(sent('/jewellery/return').map(({ parcelNames }) => (parcelNames as string[]).length)).toEqual([
      2, 1,
    ]);
  });
  it('gives up nothing that waits when the pieces cannot be returned', async () => {
    const undo = await requestThree();
    world.answerWith('/jewellery/return', { status: 402, body: { message: 'Not now.' } });
    fireEvent.click(undo);
    expect(await screen.findByText('Not now.')).toBeVisible();
    await world.untilAnswered();
    expect(sent('/jewellery/return')).toHaveLength(1);
    expect(sent('/jewellery/cancel_back_order')).toEqual([]);
  });
});

describe('The memo of a request of models whose pieces no list has (product: Memo to keep)', () => {
  const requestTwo = async () => {
    world.answerWith('/jewellery/available', 'network lost', 99);
    const user = world.show();
    await showList(user, 'Available', 'Core Jewellery');
    for (const model of ['RI-P', 'RI-P'])
      await user.click(await screen.findByRole('button', { name: `One ${model} more` }));
    await user.click(screen.getByRole('button', { name: 'Request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    const toast = (await screen.findByText('Requested: 2 pcs')).closest<HTMLElement>('[role=status]')!;
    fireEvent.mouseEnter(toast);
    return within(toast).getByRole('button', { name: 'Memo' });
  };
  const requested = async (): Promise<void> => {
    const memo = await screen.findByRole('dialog', { name: 'Memo request' });
    for (const name of ['J-100', 'J-108']) expect(memo).toHaveTextContent(name);
    expect(within(memo).getAllByText('Requested')).toHaveLength(2);
  };
  it('has them as they have come since', async () => {
    const memo = await requestTwo();
    await world.untilAnswered();
    fireEvent.click(memo);
    await requested();
  });
  it('reads them where they have not come', async () => {
    world.answerWith('/jewellery/customer', 'network lost', 99);
    const memo = await requestTwo();
    await world.untilAnswered();
    fireEvent.click(memo);
    await requested();
  });
  it('says so while they cannot be read, and makes it when it is tried again', async () => {
    world.answerWith('/jewellery/customer', 'network lost', 99);
    world.answerWith('/jewellery/rows', { status: 503, body: { message: 'Away.', code: 'UNAVAILABLE' } }, 99);
    fireEvent.click(await requestTwo());
    const failed = await screen.findByText(/^The memo could not be made: J-100, J-108 could not be read\./);
    expect(failed).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Memo request' })).not.toBeInTheDocument();

    world.answerWith('/jewellery/rows', { status: 503, body: {} }, 0);
    const toast = failed.closest<HTMLElement>('[role=alert]')!;
    fireEvent.click(within(toast).getByRole('button', { name: 'Memo' }));
    await requested();
    await waitFor(() => expect(failed).not.toBeInTheDocument());
  });
});

describe('Undo of a request when its stones stand otherwise by then (product: Confirm request)', () => {
  const requestTwo = async (): Promise<HTMLElement> => {
    const user = world.show();
    await showList(user, 'Cart');
    for (const box of await screen.findAllByRole('checkbox', { name: /^Select VTR-/ })) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    const toast = (await screen.findByText('Requested: 2 pcs')).closest<HTMLElement>('[role=status]')!;
    fireEvent.mouseEnter(toast);
    await world.untilAnswered();
    return within(toast).getByText('Undo');
  };
  it('returns nothing while it is not known which of them are on memo, and offers it again', async () => {
    const undo = await requestTwo();
    const away = (times: number): void =>
      world.answerWith(
        '/inventory/rows',
        { status: 503, body: { message: 'Away.', code: 'UNAVAILABLE' } },
        times,
      );
    const again = async (): Promise<HTMLElement> => {
      const message = await screen.findByText('Please try again in a moment.');
      await world.untilAnswered();
      return within(message.closest<HTMLElement>('[role=alert]')!).getByText('Undo');
    };
    away(9);
    fireEvent.click(undo);
    const second = await again();
    expect(sent('/inventory/return')).toEqual([]);
    // As often as it fails.
    fireEvent.click(second);
    await waitFor(() => expect(second).not.toBeInTheDocument());
    const third = await again();
    expect(sent('/inventory/return')).toEqual([]);
    away(0);
    fireEvent.click(third);
    expect(await screen.findByText('Withdrawn: 2 pcs')).toBeVisible();
    expect(sent('/inventory/return').map(({ parcelNames }) => parcelNames)).toEqual([
      ['VTR-100010', 'VTR-100011'],
    ]);
  });
  it('names a stone that is no longer requested', async () => {
    const undo = await requestTwo();
    world.server.answer('/inventory/return', { parcelNames: ['VTR-100010'] }, 'demo-customer');
    fireEvent.click(undo);
    expect(await screen.findByText('VTR-100010 is not requested any more.')).toBeVisible();
    expect(await screen.findByText('Withdrawn: 1 pc')).toBeVisible();
    expect(sent('/inventory/return').map(({ parcelNames }) => parcelNames)).toEqual([['VTR-100011']]);
  });
  it('asks for no return of a stone that is pending return already', async () => {
    const undo = await requestTwo();
    world.server.receive('VTR-100010', 'MEMO');
    world.server.answer('/inventory/return', { parcelNames: ['VTR-100010'] }, 'demo-customer');
    fireEvent.click(undo);
    expect(await screen.findByText('VTR-100010 is not requested any more.')).toBeVisible();
    expect(await screen.findByText('Withdrawn: 1 pc')).toBeVisible();
  });
});
