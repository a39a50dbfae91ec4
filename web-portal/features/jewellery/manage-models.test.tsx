import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { NEEDS_SERVER, setAway } from '../../lib/connection.ts';
import { portalWorld, showList } from '../../testing/render-portal.tsx';

const world = portalWorld(60, 16);
const commands = (path: string): unknown[] =>
  world.calls.filter((call) => call.path === path).map(({ body }) => body);

afterEach(() => setAway(null));

const showModels = async (): Promise<UserEvent> => {
  const user = world.show();
  await showList(user, 'Available', 'Core Jewellery');
  await screen.findByRole('grid', { name: 'Jewellery models' });
  return user;
};

describe('Manage (product: Manage jewellery models)', () => {
  const manage = async (): Promise<{ user: UserEvent; dialog: HTMLElement }> => {
    world.username = 'demo-admin';
    const user = await showModels();
    await user.click(screen.getByRole('button', { name: 'Manage' }));
    const dialog = await screen.findByRole('dialog', { name: 'Manage jewellery models' });
    await within(dialog).findByRole('button', { name: 'Edit RI-P' });
    return { user, dialog };
  };
  it('a list of models that cannot be loaded says so, with a way to try again', async () => {
    world.username = 'demo-admin';
    const user = await showModels();
    world.answerWith('/jewellery/all_models', { status: 402, body: { message: 'Not now.' } });
    await user.click(screen.getByRole('button', { name: 'Manage' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Manage jewellery models' }));
    expect(await dialog.findByText('The models could not be loaded')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('button', { name: 'Edit RI-P' })).toBeVisible();
  });
  it('is closed without a connection, and so are the back orders', async () => {
    world.username = 'demo-admin';
    await showModels();
    world.answerWith('/login/check', 'network lost', Infinity);
    act(() => setAway({ asOf: '2026-11-18T15:04:00Z', until: null }));
    for (const name of ['Manage', 'Back orders']) {
      expect(screen.getByRole('button', { name })).toBeDisabled();
      expect(screen.getByRole('button', { name })).toHaveAttribute('title', NEEDS_SERVER);
    }
  });
  it('is not there for customers', async () => {
    await showModels();
    expect(screen.queryByRole('button', { name: 'Manage' })).not.toBeInTheDocument();
  });
  it('an edit permits additional quantity, photo addresses, tier and hide, and nothing else', async () => {
    const { user, dialog } = await manage();
    await user.click(within(dialog).getByRole('button', { name: 'Edit RI-P' }));
    const form = await within(dialog).findByRole('form', { name: 'Edit RI-P' });
    expect(
      [...form.querySelectorAll('input, select')].map(
        (field) => (field as HTMLInputElement).labels?.[0]?.textContent,
      ),
    ).toEqual([
      'Additional quantity',
      'Photo or video',
      'Still photo',
      expect.stringMatching(/^Tier/),
      'Hidden from customers',
    ]);
    const quantity = within(form).getByLabelText('Additional quantity');
    await user.clear(quantity);
    await user.type(quantity, '4');
    await user.selectOptions(within(form).getByLabelText('Tier'), 'Reserve');
    await user.click(within(form).getByLabelText('Hidden from customers'));
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(commands('/jewellery/update_model')).toEqual([
        {
          model: { name: 'RI-P', additionalQuantity: 4, tier: 'Reserve', hide: true },
        },
      ]),
    );
    expect(await screen.findByText('Model saved')).toBeVisible();
  });
  it('of two who edit one model the second learns of it and keeps what was typed', async () => {
    const { user, dialog } = await manage();
    await user.click(within(dialog).getByRole('button', { name: 'Edit RI-P' }));
    const form = await within(dialog).findByRole('form', { name: 'Edit RI-P' });
    const quantity = within(form).getByLabelText('Additional quantity');
    await user.clear(quantity);
    await user.type(quantity, '4');
    const message = 'ada has changed this model since you opened it. Nothing of yours was saved.';
    world.answerWith('/jewellery/update_model', { status: 402, body: { message } });
    const now = { name: 'RI-P', tier: 'Unbound', labGrown: false, hide: false };
    const counts = { availableQuantity: 1, availableTotalQty: 1, additionalQuantity: 0 };
    world.answerWith('/jewellery/all_models', { status: 200, body: [{ ...now, ...counts }] });
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(await within(form).findByText(/Tier: .* → Unbound/)).toBeVisible();
    expect(within(form).getByLabelText('Additional quantity')).toHaveValue('4');
    expect(within(form).getByLabelText('Tier')).toHaveValue('Unbound');
  });
  it('what another administrator changed meanwhile, and this one did not, stays', async () => {
    const { user, dialog } = await manage();
    await user.click(within(dialog).getByRole('button', { name: 'Edit RI-P' }));
    const form = await within(dialog).findByRole('form', { name: 'Edit RI-P' });
    await user.selectOptions(within(form).getByLabelText('Tier'), 'Reserve');
    const hidden = { model: { name: 'RI-P', hide: true } };
    act(() => void world.server.answer('/jewellery/update_model', hidden, 'demo-admin'));
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await user.click(await within(dialog).findByRole('button', { name: 'Edit RI-P' }));
    const again = await within(dialog).findByRole('form', { name: 'Edit RI-P' });
    expect(within(again).getByLabelText('Hidden from customers')).toBeChecked();
    expect(within(again).getByLabelText('Tier')).toHaveValue('Reserve');
  });
  it('a quantity that is not a number cannot be saved', async () => {
    const { user, dialog } = await manage();
    await user.click(within(dialog).getByRole('button', { name: 'Edit RI-P' }));
    const quantity = await within(dialog).findByLabelText('Additional quantity');
    await user.clear(quantity);
    await user.type(quantity, '-1');
    expect(within(dialog).getByRole('button', { name: 'Save' })).toBeDisabled();
  });
  const sheet = new File(['name,additional quantity'], 'models.csv', { type: 'text/csv' });
  it('imports a spreadsheet and reports each row that was skipped', async () => {
    world.answerWith('/api/jewellery-models/import', {
      status: 200,
      body: {
        rows: 3,
        imported: 1,
        changed: 1,
        unchanged: 0,
        skipped: [{ row: 4, reason: 'No quantity.' }],
        position: '2000',
      },
    });
    const { user, dialog } = await manage();
    await user.upload(within(dialog).getByLabelText(/Import models/), sheet);
    expect(await within(dialog).findByText(/1 imported, 1 changed, 0 unchanged, 1 skipped/)).toBeVisible();
    expect(within(dialog).getByText('Row 4: No quantity.')).toBeVisible();
    const call = world.calls.find(({ path }) => path === '/api/jewellery-models/import');
    expect(call?.headers.get('content-type')).toBe('text/csv');
  });
  it('a sheet that cannot be read is shown in the modal, and ends no session', async () => {
    world.answerWith('/api/jewellery-models/import', {
      status: 422,
      body: { message: 'The file has no column of names.' },
    });
    const { user, dialog } = await manage();
    await user.upload(within(dialog).getByLabelText(/Import models/), sheet);
    expect(await within(dialog).findByText('The file has no column of names.')).toBeVisible();
    expect(world.username).toBe('demo-admin');
  });
});
