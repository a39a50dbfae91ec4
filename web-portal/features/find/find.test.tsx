import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { madeStones } from '../../testing/made-stones.ts';
import { grid, parcels, portalWorld, showList } from '../../testing/render-portal.tsx';

const world = portalWorld(120, 12);

async function palette(user: UserEvent) {
  await screen.findByRole('navigation', { name: 'Main' });
  await grid();
  await user.keyboard('{Control>}k{/Control}');
  const input = await screen.findByRole('combobox', { name: 'Find' });
  return { input, found: () => screen.getByRole('listbox', { name: 'Found' }) };
}

describe('One search over all lines and lists (product: Find)', () => {
  it('finds a parcel of another line by its name and opens it by Enter', async () => {
    const user = world.show();
    await showList(user, 'Available', 'Clarity LG Diamonds');
    const { input, found } = await palette(user);
    await user.type(input, 'lg-101');
    const group = await within(found()).findByRole('group', { name: '1 found' });
    expect(within(group).getByRole('option', { selected: true })).toHaveTextContent(
      /LG-101 .*Available: Clarity LG Diamonds/,
    );
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'LG-101' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Find' })).not.toBeInTheDocument();
  });

  it('says what it understood and shows a list filtered by it', async () => {
    const user = world.show();
    const { input, found } = await palette(user);
    await user.type(input, 'round vs1');
    expect(await screen.findByText('Round · VS1')).toBeVisible();
    await user.click(within(found()).getByRole('option', { name: /^Available: Loose Diamonds\d+ found/ }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Shape: Round' })).toBeVisible());
    expect(screen.getByRole('button', { name: 'Clarity: VS1' })).toBeVisible();
    expect((await parcels()).length).toBeGreaterThan(0);
  });

  it('does the commands of the shell, among them the shortcuts', async () => {
    const user = world.show();
    const { input } = await palette(user);
    await user.type(input, 'shortc');
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(dialog).getByText('Ctrl K')).toBeVisible();
    expect(within(dialog).getByText('F6')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });

  it('does at once what is typed, though it is not drawn yet', async () => {
    const { input } = await palette(world.show());
    act(() => {
      fireEvent.change(input, { target: { value: 'shortc' } });
      fireEvent.keyDown(input, { key: 'Enter' });
    });
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });

  it('has ? and a pasted list from a row that was just ticked too', async () => {
    const user = world.show();
    const [box] = await screen.findAllByRole('checkbox', { name: /^Select VTR-/ });
    await user.click(box!);
    expect(box).toHaveFocus();
    await user.keyboard('?');
    const keys = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(keys).not.toBeInTheDocument());
    act(() => box!.focus());
    await user.paste('VTR-100001 VTR-100002');
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('leaves ? to what is being typed', async () => {
    const user = world.show();
    await grid();
    await user.type(await screen.findByRole('searchbox', { name: 'Parcel Name' }), '?');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('A list of numbers (product: Find)', () => {
  it('pasted on the page, it says what is found, near and gone, and requests what is chosen of all lines at once', async () => {
    const user = world.show();
    await showList(user, 'Available');
    await screen.findByRole('checkbox', { name: /^Select VTR-100000,/ });
    document.body.focus();
    await user.paste('VTR-100000, LG-100 and VTR-10002 VTR-100040 VTR-100080 NEVER-77777');
    const dialog = await screen.findByRole('dialog', { name: 'Find a list of numbers' });
    const region = (name: string) => within(dialog).findByRole('region', { name });
    const found = await region('Found');
    expect(within(found).getAllByRole('checkbox')).toHaveLength(3);
    expect(within(await region('Near matches')).getAllByRole('checkbox')[0]).not.toBeChecked();
    expect(await region('Gone')).toHaveTextContent(/VTR-100080 .*NEVER-77777 In none of your lists any more/);
    expect(within(dialog).getByRole('button', { name: 'Return (1)' })).toBeEnabled();
    // Screen readers hear the counts alone, not each line.
    const results = within(dialog).getByRole('group', { name: 'What became of the numbers' });
    expect(results).not.toHaveAttribute('aria-live');
    expect(within(results).getByRole('status')).toHaveTextContent(/^Found: 3, Near matches: 1, Gone: 2$/);

    await user.click(within(dialog).getByRole('button', { name: 'Request (2)' }));
    const confirm = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(confirm).getByRole('button', { name: 'Request' }));
    await waitFor(() => expect(confirm).not.toBeInTheDocument());
    const sent = world.calls.filter(({ path }) => path.endsWith('/request_stones'));
    expect(sent.map(({ path, body }) => [path, body['parcelNames']])).toEqual([
      ['/parcels/request_stones', ['VTR-100000', 'LG-100']],
    ]);
  });

  it('leaves to the user which of several stones with one number is meant', async () => {
    // Given two stones with one certificate number
    const [one, other] = madeStones(2);
    const certNo = '2235939868';
    const stones = [one!, other!].map((stone) => ({ ...stone, lab: 'GIA', certNo, shortCertNo: certNo }));
    world.answerWith('/inventory/available', { status: 200, body: stones }, Infinity);
    const user = world.show();
    await grid();
    // When the number is pasted
    await user.paste(`${certNo} LG-100`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Find a list of numbers' }));
    // Then both are found, and neither is chosen
    const found = within(await dialog.findByRole('region', { name: 'Found' }));
    await waitFor(() => expect(found.getAllByRole('checkbox')).toHaveLength(3));
    expect(found.getAllByRole('checkbox', { checked: false })).toHaveLength(2);
    expect(found.getAllByText(/^For 2235939868: VTR-10000[01] /)).toHaveLength(2);
    expect(dialog.getByRole('button', { name: 'Request (1)' })).toBeEnabled();
    // When one of them is chosen
    await user.click(found.getAllByRole('checkbox', { checked: false })[0]!);
    // Then it alone is added
    expect(dialog.getByRole('button', { name: 'Request (2)' })).toBeEnabled();
  });

  it('calls nothing gone while a list could not be loaded, and asks again', async () => {
    world.answerWith('/labgrown/available', { status: 402, body: { message: 'Not now.' } }, Infinity);
    const user = world.show();
    await grid();
    document.body.focus();
    await user.paste('VTR-100000 LG-100 NEVER-77777');
    const dialog = within(await screen.findByRole('dialog', { name: 'Find a list of numbers' }));
    expect(await dialog.findByText('Some of your lists could not be loaded')).toBeVisible();
    expect(dialog.queryByRole('region', { name: 'Gone' })).not.toBeInTheDocument();
    world.answerWith('/labgrown/available', { status: 402, body: { message: 'Not now.' } }, 0);
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('region', { name: 'Gone' })).toHaveTextContent(/^Gone: 1NEVER-77777/);
    expect(within(dialog.getByRole('region', { name: 'Found' })).getAllByRole('checkbox')).toHaveLength(2);
  });

  it('keeps the comment of a request that was not made', async () => {
    const user = world.show();
    await grid();
    await user.paste('VTR-100000 LG-100');
    const dialog = await screen.findByRole('dialog', { name: 'Find a list of numbers' });
    const comment = async () => {
      await user.click(await within(dialog).findByRole('button', { name: 'Request (2)' }));
      const confirm = await screen.findByRole('dialog', { name: 'Confirm your request' });
      return { confirm, box: within(confirm).getByRole('textbox') };
    };
    const first = await comment();
    await user.type(first.box, 'for the fair');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(first.confirm).not.toBeInTheDocument());
    expect((await comment()).box).toHaveValue('for the fair');
  });

  it('asks about the same stones again when all of the instruction was declined', async () => {
    const user = world.show();
    await grid();
    await user.paste('VTR-100040');
    const list = await screen.findByRole('dialog', { name: 'Find a list of numbers' });
    await user.click(await within(list).findByRole('button', { name: 'Return (1)' }));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
    // Given a stone that came back to the house meanwhile.
    world.server.receive('VTR-100040', 'RETURN_MEMO');
    const declined = [{ parcelName: 'VTR-100040', reason: 'It is returned.' }];
    world.answerWith('/inventory/return', {
      status: 200,
      body: { done: [], declined, position: '1100' },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText(/One stone could not be returned/)).toHaveTextContent('It is returned.');
    await world.untilAnswered();
    expect(within(list).getByRole('button', { name: 'Return', hidden: true })).toBeDisabled();
    // When it is confirmed once more, then the stone is named again.
    expect(dialog).toHaveTextContent('(VTR-100040)');
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    await world.untilAnswered();
    const sent = world.calls.filter(({ path }) => path === '/inventory/return');
    expect(sent.map(({ body }) => body['parcelNames'])).toEqual([['VTR-100040'], ['VTR-100040']]);
  });

  it('puts what is chosen into the cart, line by line, with one message', async () => {
    const user = world.show();
    await grid();
    await user.paste('VTR-100000 LG-100');
    const dialog = await screen.findByRole('dialog', { name: 'Find a list of numbers' });
    await user.click(await within(dialog).findByRole('button', { name: 'Add to cart (2)' }));
    expect(await screen.findAllByText('Added to Cart')).toHaveLength(1);
    const sent = world.calls.filter(({ path }) => path.endsWith('/cart_stones'));
    expect(sent.map(({ path }) => path)).toEqual(['/inventory/cart_stones', '/labgrown/cart_stones']);
  });
});
