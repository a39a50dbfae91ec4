import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { portalWorld, showList } from '../../testing/render-portal.tsx';

const world = portalWorld(120, 12);

const open = async () => {
  const user = world.show();
  await showList(user, 'My Inventory');
  const button = await screen.findByRole('button', { name: 'Stock count' });
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Stock count' }));
  return { user, button, dialog, numbers: dialog.getByRole('textbox', { name: 'Numbers' }) };
};

describe('The stock count (product: Stock count)', () => {
  it('says what is counted, missing and surplus, each once', async () => {
    const { user, dialog, numbers } = await open();
    expect(await dialog.findByText('Counted 0 of 6')).toHaveAttribute('role', 'status');
    await user.click(numbers);
    // Held twice over; asked for, but not here yet; available; marked sold long ago; in no list.
    await user.paste('VTR-100040 vtr100040 VTR-100041 VTR-100045 LG-101 VTR-100080 X-77777');
    expect(await dialog.findByText('Counted 2 of 6')).toBeVisible();
    const missing = dialog.getByRole('region', { name: 'Missing' });
    expect(within(missing).getAllByRole('listitem')).toHaveLength(4);
    expect(missing).not.toHaveTextContent('VTR-100040');
    const surplus = within(dialog.getByRole('region', { name: 'Surplus' })).getAllByRole('listitem');
    expect(surplus.map((line) => line.textContent)).toEqual([
      expect.stringMatching(/^VTR-100045 Requested · /),
      expect.stringMatching(/^LG-101 Available: Clarity LG Diamonds · /),
      expect.stringMatching(/^VTR-100080 Invoiced · /),
      'X-77777 In none of your lists any more',
    ]);
  });

  it('keeps what was counted until it is started again, which can be taken back', async () => {
    const { user, numbers } = await open();
    await user.click(numbers);
    await user.paste('VTR-100040');
    cleanup();
    const again = await open();
    expect(again.numbers).toHaveValue('VTR-100040');
    expect(await again.dialog.findByText('Counted 1 of 6')).toBeVisible();
    const startAgain = again.dialog.getByRole('button', { name: 'Start again' });
    await again.user.click(startAgain);
    expect(again.numbers).toHaveValue('');
    expect(startAgain).toHaveFocus();
    await again.user.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
    expect(again.numbers).toHaveValue('VTR-100040');
  });

  it('no longer misses a stone that went back meanwhile', async () => {
    const { dialog } = await open();
    expect(await dialog.findByText('Counted 0 of 6')).toBeVisible();
    act(() => world.server.receive('VTR-100040', 'RETURN_MEMO'));
    expect(await dialog.findByText('Counted 0 of 5')).toBeVisible();
    expect(dialog.getByRole('region', { name: 'Missing' })).not.toHaveTextContent('VTR-100040');
  });

  it('copies the numbers of what is missing, and leaves the focus on its button', async () => {
    const { user, button, dialog, numbers } = await open();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(numbers);
    await user.paste('VTR-100041 VTR-100042 VTR-100043 VTR-100044 VTR-100047');
    expect(await dialog.findByText('Counted 5 of 6')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Copy missing' }));
    expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^VTR-100040\t(GIA|FM) \d+$/));
    expect(await screen.findByText('List copied')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('says nothing of what is missing while a list could not be loaded', async () => {
    world.answerWith('/labgrown/customer', { status: 402, body: { message: 'Not now.' } }, Infinity);
    const { dialog } = await open();
    expect(await dialog.findByText('Some of your lists could not be loaded')).toBeVisible();
    expect(dialog.queryByRole('region')).not.toBeInTheDocument();
    expect(dialog.getByRole('status')).toBeEmptyDOMElement();
  });
});
