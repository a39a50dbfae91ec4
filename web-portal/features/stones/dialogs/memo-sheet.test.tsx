import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { portalWorld, showList } from '../../../testing/render-portal.tsx';

const world = portalWorld();

describe('The memo sheet', () => {
  const open = async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    for (const name of ['VTR-100040', 'VTR-100041'])
      await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^Select ${name},`) }));
    await user.click(await screen.findByRole('button', { name: 'Memo sheet' }));
    return { user, dialog: await screen.findByRole('dialog', { name: 'Memo' }) };
  };
  it('has what is selected of My, and nothing else, with its total', async () => {
    const { dialog } = await open();
    const rows = within(dialog).getAllByRole('rowheader');
    expect(rows.map((row) => row.textContent)).toEqual([
      'VTR-100040',
      'VTR-100041',
      expect.stringMatching(/^2 pcs/),
    ]);
    expect(within(dialog).getAllByText(/^\$[\d,]+\.\d\d$/)).toHaveLength(3);
    expect(within(dialog).getByText('Harbour Jewellers Ltd')).toBeVisible();
  });
  it('has the terms that are set', async () => {
    const { dialog } = await open();
    const terms = 'Terms: no fee for the first 3 days on memo, payment within 30 days of the invoice.';
    expect(within(dialog).getByText(terms)).toBeVisible();
  });
  it('shows no prices and no terms where they are hidden', async () => {
    world.username = 'demo-no-prices';
    const { dialog } = await open();
    expect(dialog.textContent).not.toMatch(/\$|Terms/);
  });
  it('is printed alone, from a copy of its own that screen readers pass by', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user, dialog } = await open();
    await user.click(within(dialog).getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
    const copy = [...document.body.children].find((element) => element.textContent?.startsWith('Memo'));
    expect(copy).toHaveAttribute('aria-hidden', 'true');
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(copy).not.toBeInTheDocument());
  });
  it('has its place, but waits while nothing is selected', async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    const box = await screen.findByRole('checkbox', { name: /^Select VTR-100040,/ });
    const button = screen.getByRole('button', { name: 'Memo sheet' });
    expect(button).toBeDisabled();
    await user.click(box);
    expect(button).toBeEnabled();
  });
});
