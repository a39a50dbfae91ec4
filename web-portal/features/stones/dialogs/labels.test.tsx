import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { portalWorld, showList } from '../../../testing/render-portal.tsx';

const world = portalWorld();

describe('Labels (product: Labels)', () => {
  const open = async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    for (const name of ['VTR-100040', 'VTR-100041'])
      await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^Select ${name},`) }));
    await user.click(await screen.findByRole('button', { name: 'Labels' }));
    return { user, dialog: await screen.findByRole('dialog', { name: 'Labels' }) };
  };
  it('are of what is selected: the name as a QR code and in words, certificate and grades, and no price', async () => {
    const { dialog } = await open();
    const labels = within(dialog).getAllByRole('listitem');
    expect(labels.map((label) => within(label).getByRole('img').getAttribute('aria-label'))).toEqual([
      'QR code of VTR-100040',
      'QR code of VTR-100041',
    ]);
    expect(labels[0]).toHaveTextContent(/^VTR-100040(GIA|FM) \d+\d\.\d\d ct \S+/);
    expect(dialog).not.toHaveTextContent('$');
  });
  it('are printed alone, and leave the focus on their button', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user, dialog } = await open();
    await user.click(within(dialog).getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
    const copy = document.body.querySelector(':scope > [aria-hidden="true"][data-paper="upright"]');
    expect(copy).toHaveTextContent(/^VTR-100040/);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(copy).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Labels' })).toHaveFocus();
  });
  it('wait while nothing is selected, and are offered in no other list', async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    expect(await screen.findByRole('button', { name: 'Labels' })).toBeDisabled();
    await showList(user, 'Account History');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Labels' })).not.toBeInTheDocument());
  });
});
