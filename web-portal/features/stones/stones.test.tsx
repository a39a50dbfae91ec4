import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { grid, parcels, portalWorld, showList } from '../../testing/render-portal.tsx';

const world = portalWorld();
const select = async (user: UserEvent, name: string): Promise<void> =>
  user.click(await screen.findByRole('checkbox', { name: new RegExp(`^Select ${name},`) }));
const action = (name: string): HTMLElement =>
  within(screen.getByRole('group', { name: 'Actions' })).getByRole('button', { name });
const commands = (path: string): Record<string, unknown>[] =>
  world.calls.filter((call) => call.path === path).map(({ body }) => body);

describe('Available', () => {
  it("a row's button adds to the cart immediately, and shows 'Added to Cart'", async () => {
    const user = world.show();
    const button = (await screen.findAllByRole('button', { name: /^Add VTR-\d+ to cart$/ }))[0]!;
    const name = /VTR-\d+/.exec(button.getAttribute('aria-label')!)![0];
    await user.click(button);
    expect(screen.getByRole('button', { name: `Remove ${name} from cart` })).toBeVisible();
    expect(await screen.findByText('Added to Cart')).toBeVisible();
    expect(await screen.findByText(/^3 pcs/)).toBeVisible();
  });
  it('the message takes it back, by a call of its own', async () => {
    const user = world.show();
    await user.click((await screen.findAllByRole('button', { name: /^Add VTR-\d+ to cart$/ }))[0]!);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(commands('/inventory/uncart_stones')).toEqual(commands('/inventory/cart_stones')),
    );
    expect(await screen.findByText(/^2 pcs/)).toBeVisible();
  });
  it('a refusal takes it back', async () => {
    world.answerWith('/inventory/cart_stones', {
      status: 402,
      body: { message: 'The stone has just been taken.' },
    });
    const user = world.show();
    const button = (await screen.findAllByRole('button', { name: /^Add VTR-\d+ to cart$/ }))[0]!;
    const label = button.getAttribute('aria-label')!;
    await user.click(button);
    expect(await screen.findByText('The stone has just been taken.')).toBeVisible();
    expect(await screen.findByRole('button', { name: label })).toBeVisible();
  });
  it('the cart buttons of rows, cards and their dialogs are disabled for an account that may only look, and say why', async () => {
    const { body } = world.server.answer('/login/customer', {}, 'demo-customer');
    const known = body as { customer: object };
    const looking = { ...known, customer: { ...known.customer, allowActions: false } };
    world.answerWith('/login/customer', { status: 200, body: looking }, 9);
    const user = world.show();
    const isClosed = async (name: RegExp): Promise<void> => {
      const [button] = await screen.findAllByRole('button', { name });
      await waitFor(() => expect(button).toBeDisabled());
      expect(button).toHaveAttribute('title', 'Your account may look, but not make changes.');
    };
    await isClosed(/^Add VTR-\d+ to cart$/);
    await user.click(screen.getByRole('button', { name: 'Gallery' }));
    const [card] = await screen.findAllByRole('button', { name: /^Open VTR-/ });
    await isClosed(/^Add VTR-\d+ to cart$/);
    await user.click(card!);
    await isClosed(/^(Add to|Remove from) cart: /);
  });
  it('several selected stones are added together', async () => {
    const user = world.show();
    const names = (await parcels())
      .filter((name) => screen.queryByRole('button', { name: `Add ${name} to cart` }))
      .slice(0, 2);
    for (const name of names) await select(user, name);
    await user.click(action('Add to cart'));
    await waitFor(() => expect(commands('/inventory/cart_stones')).toEqual([{ parcelNames: names }]));
  });
});

describe('Cart: the confirm-request dialog', () => {
  const openDialog = async (): Promise<{ user: UserEvent; dialog: HTMLElement; names: string[] }> => {
    const user = world.show();
    await showList(user, 'Cart');
    const names = await parcels();
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await user.click(action('Request'));
    return { user, dialog: await screen.findByRole('dialog', { name: 'Confirm your request' }), names };
  };
  it('has a card for each stone and the total; a card can be removed', async () => {
    const { user, dialog, names } = await openDialog();
    const total = (): number =>
      Number(within(dialog).getByRole('status', { name: 'Total' }).textContent.replace(/[$,]/g, ''));
    const both = total();
    await user.click(within(dialog).getByRole('button', { name: `Remove ${names[0]}` }));
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
    expect(total()).toBeLessThan(both);
  });
  it('requests with the comment, and the stones move to My immediately', async () => {
    const { user, dialog, names } = await openDialog();
    await user.type(within(dialog).getByLabelText('Comment (optional)'), 'for Saturday');
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    await waitFor(() =>
      expect(commands('/inventory/request_stones')).toEqual([
        { parcelNames: expect.arrayContaining(names), remarks: 'for Saturday' },
      ]),
    );
    expect(await screen.findByText(/^10 pcs/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Cart' })).not.toBeInTheDocument();
  });
  it('what was declined is shown stone by stone', async () => {
    const names = ['VTR-100010', 'VTR-100011'];
    world.answerWith('/inventory/request_stones', {
      status: 200,
      body: {
        instructionId: 'i',
        done: [],
        declined: names.map((parcelName) => ({ parcelName, reason: 'Held by someone else.' })),
        position: '2000',
      },
    });
    const { user, dialog } = await openDialog();
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    const toast = await screen.findByText(/2 stones could not be requested/);
    for (const name of names) expect(toast).toHaveTextContent(`${name}: Held by someone else.`);
  });
  it('a refused request is shown and leaves the dialog open', async () => {
    world.answerWith('/inventory/request_stones', {
      status: 402,
      body: { message: 'This would exceed your maximum inventory.' },
    });
    const { user, dialog } = await openDialog();
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    expect(await screen.findByText('This would exceed your maximum inventory.')).toBeVisible();
    expect(dialog).toBeVisible();
  });
});

describe('My', () => {
  it('Return and Sold are disabled while nothing is selected', async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    await grid();
    expect([action('Return'), action('Sold')].map((button) => button.hasAttribute('disabled'))).toEqual([
      true,
      true,
    ]);
  });
  it("Sold asks 'Are you sure?'; No does nothing, Yes sells with the comment", async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    await select(user, 'VTR-100040');
    await user.click(action('Sold'));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Are you sure?' })).getByRole('button', {
        name: 'No',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(commands('/inventory/sale')).toEqual([]);
    await user.click(action('Sold'));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
    await user.type(within(dialog).getByLabelText('Comment (optional)'), 'to Mrs Hale');
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    await waitFor(() =>
      expect(commands('/inventory/sale')).toEqual([{ parcelNames: ['VTR-100040'], remarks: 'to Mrs Hale' }]),
    );
  });
  it('a stone that is pending return offers no action', async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    await select(user, 'VTR-100046');
    expect([action('Return'), action('Sold')].map((button) => button.hasAttribute('disabled'))).toEqual([
      true,
      true,
    ]);
  });
  it('shows immediately what someone else did', async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    const row = (await screen.findByRole('checkbox', { name: /^Select VTR-100045,/ })).closest('tr')!;
    expect(within(row).getByText('Requested')).toBeVisible();
    world.server.receive('VTR-100045', 'MEMO');
    expect(await within(row).findByText('Customer')).toBeVisible();
  });
});

describe('The stone’s tab', () => {
  const open = async (user: UserEvent, name: string): Promise<HTMLElement> => {
    await showList(user, 'My Inventory');
    await user.click(within(await grid()).getByText(name));
    const article = await screen.findByRole('article', { name: `Stone ${name}` });
    await waitFor(() => expect(article).toHaveAttribute('aria-busy', 'false'));
    return article;
  };
  it('has its sections', async () => {
    const article = await open(world.show(), 'VTR-100040');
    expect(
      within(article)
        .getAllByRole('heading', { level: 2 })
        .map((heading) => heading.textContent),
    ).toEqual(
      expect.arrayContaining([
        'Stone Properties',
        'Proportions',
        'Certificate',
        'Status',
        'Measurements',
        'History',
      ]),
    );
  });
  it('acts with the remark, which is cleared then', async () => {
    const user = world.show();
    const article = await open(user, 'VTR-100040');
    await user.type(within(article).getByLabelText('Remark (optional)'), 'scratched');
    await user.click(within(article).getByRole('button', { name: 'Return' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
    await waitFor(() =>
      expect(commands('/inventory/return')).toEqual([{ parcelNames: ['VTR-100040'], remarks: 'scratched' }]),
    );
    expect(await within(article).findByText(/On its way back/)).toBeVisible();
  });
  it('keeps a remark that was begun, over a reload', async () => {
    const user = world.show();
    await user.type(within(await open(user, 'VTR-100040')).getByLabelText('Remark (optional)'), 'ask Ben');
    cleanup();
    world.show();
    expect(await screen.findByLabelText('Remark (optional)')).toHaveValue('ask Ben');
  });
  it('the department is for administrators only, and so are corrections', async () => {
    const article = await open(world.show(), 'VTR-100045');
    expect(within(article).queryByText('Department')).not.toBeInTheDocument();
    expect(within(article).queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });
  it('an administrator undoes the last entry after seeing the effect; it stays, struck out', async () => {
    world.username = 'demo-admin';
    const user = world.show();
    const article = await open(user, 'VTR-100045');
    await user.click(within(article).getByRole('button', { name: 'Undo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this event?' });
    const effect = within(dialog).getByRole('status', { name: 'What it would change' });
    await waitFor(() => expect(effect).toHaveTextContent('Requested → Available'));
    expect(commands('/inventory/undo')).toEqual([
      { parcelName: 'VTR-100045', action: 'REQUEST', eventId: expect.any(String), preview: true },
    ]);
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(await within(article).findByText('Undone')).toBeVisible();
    expect(within(article).getByText('Request', { selector: 'del' })).toBeVisible();
  });
  it("back-dating needs a valid date-time, and asks 'Change this event's date to …?'", async () => {
    world.username = 'demo-admin';
    const user = world.show();
    const article = await open(user, 'VTR-100045');
    await user.click(within(article).getByRole('button', { name: 'Change date' }));
    const field = await screen.findByLabelText('New date');
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(screen.getByText('Not a valid date.')).toBeVisible();
    await user.type(field, '2026-10-01T09:30');
    const dialog = await screen.findByRole('dialog', {
      name: "Change this event's date to Oct 1, 2026 9:30 AM?",
    });
    await within(dialog).findByText(/^Held by/);
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(commands('/inventory/change_date').at(-1)).toEqual({
      parcelName: 'VTR-100045',
      action: 'REQUEST',
      eventId: expect.any(String),
      newDate: '2026-10-01T09:30',
      seen: '41',
    });
    expect(await within(article).findByText('Oct 1, 2026 9:30 AM')).toBeVisible();
    expect(article.querySelector('li del')).toBeVisible();
  });
});
