import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { saveValue, savedValue } from '../../lib/saved-state.ts';
import type { FakeAnswer } from '../../testing/made-answer.ts';
import { portalWorld, showList } from '../../testing/render-portal.tsx';
import { emptyOnesLast } from './api/get-models.ts';
import { NOT_ON_HAND } from '../../lists/stone-facts.ts';
import { exceedsStock, namesToRequest, parseOrder, stepped, typedQuantity } from './order.ts';

const world = portalWorld(60, 16);
const AT_MOST = 'At most 500 of a model in one request.';
const commands = (path: string): unknown[] =>
  world.calls.filter((call) => call.path === path).map(({ body }) => body);

const showModels = async (): Promise<UserEvent> => {
  const user = world.show();
  await showList(user, 'Available', 'Core Jewellery');
  await screen.findByRole('grid', { name: 'Jewellery models' });
  return user;
};
const more = (model: string): HTMLElement => screen.getByRole('button', { name: `One ${model} more` });
const ordered = (model: string): HTMLElement => screen.getByRole('textbox', { name: `${model} ordered` });
const openPicture = async (user: UserEvent): Promise<HTMLElement> => {
  await user.click(screen.getByText('RI-P'));
  return screen.findByRole('dialog');
};

describe('Quantities of models (product: Ordering models)', () => {
  it('never go below 0', async () => {
    expect(stepped({}, 'A', -1)).toEqual({});
    const user = await showModels();
    expect(screen.getByRole('button', { name: 'One RI-P less' })).toBeDisabled();
    await user.click(more('RI-P'));
    await user.click(screen.getByRole('button', { name: 'One RI-P less' }));
    expect(ordered('RI-P')).toHaveValue('0');
  });
  it.each([
    ['12', 12],
    ['1,000', 500],
    ['', 0],
    ['1.5', 3],
    ['-5', 3],
    ['1,5', 3],
    ['x', 3],
  ])('typed as %j where there were 3 are %i', (text, quantity) => {
    expect(typedQuantity(text, 3)).toBe(quantity);
  });
  it.each(['1.5', '-5'])('typed as %s, key by key, stay what they were', async (text) => {
    const user = await showModels();
    await user.click(more('RI-P'));
    await user.clear(ordered('RI-P'));
    await user.type(ordered('RI-P'), text);
    expect(ordered('RI-P')).toHaveValue(text);
    await user.tab();
    expect(ordered('RI-P')).toHaveValue('1');
    expect(screen.getByText(/^1 pc selected/)).toBeVisible();
  });
  it('are typed too', async () => {
    const user = await showModels();
    await user.click(ordered('RI-P'));
    await user.keyboard('7');
    expect(ordered('RI-P')).toHaveValue('7');
    expect(screen.getByText(/^7 pcs selected/)).toBeVisible();
  });
  it('are taken back with Esc, which leaves the filters as they are', async () => {
    const filters = { name: { kind: 'text', text: 'RI' } };
    saveValue('demo-customer', 'table:models/jewellery', { filters });
    const user = await showModels();
    await user.click(more('RI-P'));
    await user.click(ordered('RI-P'));
    await user.keyboard('75');
    expect(ordered('RI-P')).toHaveValue('75');
    await user.keyboard('{Escape}');
    expect(ordered('RI-P')).toHaveValue('1');
    await user.keyboard('{Escape}');
    expect(savedValue('demo-customer', 'table:models/jewellery')).toMatchObject({ filters });
    expect(screen.getByText(/^1 pc selected/)).toBeVisible();
  });
  it('are at most 500 of a model, typed or stepped, and it says so', async () => {
    const user = await showModels();
    await user.click(ordered('RI-P'));
    await user.keyboard('499');
    expect(screen.queryByText(AT_MOST)).not.toBeInTheDocument();
    await user.click(more('RI-P'));
    expect(screen.getByText(AT_MOST)).toBeVisible();
    expect(more('RI-P')).toBeDisabled();
    await user.clear(ordered('RI-P'));
    await user.type(ordered('RI-P'), '1000');
    await user.tab();
    expect(ordered('RI-P')).toHaveValue('500');
    expect(screen.getByText(AT_MOST)).toBeVisible();
    expect(stepped({ A: 500 }, 'A', 1)).toEqual({ A: 500 });
  });
  it('are at most 500 of all models together, as one request has no more', async () => {
    const user = await showModels();
    await user.click(ordered('RI-P'));
    await user.keyboard('300');
    await user.click(ordered('PE-P'));
    await user.keyboard('201');
    expect(screen.getByText(/^At most 500 pieces in one request: take 1 off\.$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Request' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'One PE-P less' }));
    expect(screen.queryByText(/pieces in one request/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Request' })).toBeEnabled();
  });
  it('are typed without the picture of the model in the way', async () => {
    const user = await showModels();
    const picture = await openPicture(user);
    await user.click(within(picture).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(picture).not.toBeInTheDocument());
    await user.click(ordered('RI-P'));
    // Without a selected text a click on the rest of the row opens the picture.
    window.getSelection()?.removeAllRanges();
    await user.click(ordered('RI-P'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  it('above availableTotalQty are allowed, but warned of', async () => {
    const user = await showModels();
    await user.click(more('RI-P'));
    await user.click(more('RI-P'));
    expect(screen.queryByText(NOT_ON_HAND)).not.toBeInTheDocument();
    await user.click(more('RI-P'));
    expect(
      screen.getByText(
        'Some of the items you selected are not available on-hand. It may take some time to fill your order.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Request' })).toBeEnabled();
  });
  it('are typed on a card of a phone without selecting it', async () => {
    const wide = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...wide(query),
      matches: query.includes('min-width') || query.includes('max-width: 599px'),
    }));
    try {
      const user = world.show();
      await showList(user, 'Available', 'Core Jewellery');
      await user.click(await screen.findByRole('textbox', { name: 'RI-P ordered' }));
      await user.keyboard('3');
      expect(ordered('RI-P')).toHaveValue('3');
      expect(ordered('RI-P').closest('li')).toHaveAttribute('data-selected', 'false');
    } finally {
      vi.stubGlobal('matchMedia', wide);
    }
  });
  it('are compared model by model', () => {
    const model = { name: 'A', availableQuantity: 0, availableTotalQty: 2, additionalQuantity: 2 };
    const models = [{ ...model, labGrown: false, hide: false }];
    expect([exceedsStock({ A: 2 }, models), exceedsStock({ A: 3 }, models)]).toEqual([false, true]);
  });
  it('that were saved and cannot be read count as nothing', () =>
    expect(parseOrder({ A: 2, B: -1, C: 'x', D: 1.5 })).toEqual({ A: 2 }));
});

describe('Models', () => {
  it('show their picture when their row is opened', async () => {
    const user = await showModels();
    const dialog = await openPicture(user);
    expect(within(dialog).getByRole('region', { name: /^Photo or video of / })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
  it('with nothing at hand come last', () => {
    const model = (name: string, availableQuantity: number) => ({
      name,
      availableQuantity,
      availableTotalQty: 5,
      additionalQuantity: 0,
      labGrown: false,
      hide: false,
    });
    expect(
      emptyOnesLast([model('a', 0), model('b', 1), model('c', 0), model('d', 2)]).map(({ name }) => name),
    ).toEqual(['b', 'd', 'a', 'c']);
  });
  it.each(['Request', /^Request whole cart/])(
    'requested by %s, what another window ordered meanwhile stays ordered',
    async (name) => {
      const user = await showModels();
      await user.click(more('RI-P'));
      await user.click(await screen.findByRole('button', { name }));
      const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
      const { release } = world.hold('/jewellery/request_models', '/parcels/request_stones');
      await user.click(within(dialog).getByRole('button', { name: 'Request' }));
      const key = 'vitrine:saved:demo-customer';
      const saved = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
      const newValue = JSON.stringify({ ...saved, 'order:jewellery/12': { 'RI-P': 4, 'EA-Y': 2 } });
      localStorage.setItem(key, newValue);
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
      release();
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
      expect(savedValue('demo-customer', 'order:jewellery/12')).toEqual({ 'RI-P': 3, 'EA-Y': 2 });
    },
  );
  it('are requested by their names, each repeated per quantity, with the comment', async () => {
    expect(namesToRequest({ A: 2, B: 1 })).toEqual(['A', 'A', 'B']);
    const user = await showModels();
    expect(screen.getByRole('button', { name: 'Request' })).toBeDisabled();
    await user.click(more('RI-P'));
    await user.click(more('RI-P'));
    await user.click(more('EA-Y'));
    await user.click(screen.getByRole('button', { name: 'Request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.type(within(dialog).getByLabelText('Comment (optional)'), 'size 6');
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    await waitFor(() =>
      expect(commands('/jewellery/request_models')).toEqual([
        { parcelNames: ['RI-P', 'RI-P', 'EA-Y'], remarks: 'size 6' },
      ]),
    );
    const toast = (await screen.findByText('Requested: 3 pcs')).closest<HTMLElement>('[role=status]')!;
    // What its message offers is pressed before it fades.
    fireEvent.click(within(toast).getByText('Memo'));
    fireEvent.click(within(toast).getByText('Undo'));
    expect(await screen.findByText('Withdrawn: 3 pcs')).toBeVisible();
    expect(commands('/jewellery/return')).toHaveLength(1);
    const memo = await screen.findByRole('dialog', { name: 'Memo request' });
    expect(within(memo).getByText('Core Jewellery')).toBeVisible();
    expect(within(memo).getAllByText('Requested')).toHaveLength(3);
    await user.click(within(memo).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(ordered('RI-P')).toHaveValue('0'));
  });
  it('whose answer was lost are requested again under the same key, so that they come once', async () => {
    const user = await showModels();
    await user.click(more('RI-P'));
    await user.click(screen.getByRole('button', { name: 'Request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    world.answerWith('/jewellery/request_models', 'network lost', 3);
    const request = (): HTMLElement => within(dialog).getByRole('button', { name: 'Request' });
    await user.click(request());
    await waitFor(() => expect(commands('/jewellery/request_models')).toHaveLength(3));
    await waitFor(() => expect(request()).toBeEnabled());
    await user.click(request());
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const keys = world.calls
      .filter(({ path }) => path === '/jewellery/request_models')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual(Array.from({ length: 4 }, () => keys[0]));
  });
  it('what is not there becomes a back order, which is reported and listed', async () => {
    const user = await showModels();
    for (let times = 0; times < 3; times++) await user.click(more('RI-P'));
    await user.click(screen.getByRole('button', { name: 'Request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    expect(await screen.findByText('On back order: 1 × RI-P.')).toBeVisible();
    const toast = (await screen.findByText('Requested: 2 pcs')).closest<HTMLElement>('[role=status]')!;
    // Under the pointer a message stays.
    fireEvent.mouseEnter(toast);
    const undo = within(toast).getByText('Undo');
    await waitFor(() => {
      const row = screen.getByText('RI-P').closest('tr')!;
      const place = [...screen.getByRole('grid').querySelectorAll('th')].findIndex((head) =>
        head.textContent.startsWith('On order'),
      );
      expect(row.querySelectorAll('td')[place]).toHaveTextContent('1');
    });
    // What waits is given up with the pieces.
    fireEvent.click(undo);
    expect(await screen.findByText('Withdrawn: 2 pcs')).toBeVisible();
    expect(await screen.findByText('Withdrawn: 1 × RI-P')).toBeVisible();
    expect(commands('/jewellery/cancel_back_order')).toEqual([{ orderId: 'order-RI-P', remarks: null }]);
  });
  it('an order that was filled meanwhile keeps none of the others waiting when a request is taken back', async () => {
    const user = await showModels();
    for (const model of ['RI-P', 'EA-Y'])
      for (let times = 0; times < 5; times++) fireEvent.click(more(model));
    await user.click(screen.getByRole('button', { name: 'Request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    const toast = (await screen.findByText(/^Requested: /)).closest<HTMLElement>('[role=status]')!;
    fireEvent.mouseEnter(toast);
    const filled = { status: 402, body: { message: 'Nothing of this order is open any more.' } };
    world.answerWith('/jewellery/cancel_back_order', filled);
    fireEvent.click(within(toast).getByText('Undo'));
    expect(await screen.findByText(/^Withdrawn: \d+ × [A-Z]{2}-[A-Z]$/)).toBeVisible();
    expect(
      await screen.findByText(
        /^Not withdrawn: \d+ × [A-Z]{2}-[A-Z]: Nothing of this order is open any more\.$/,
      ),
    ).toBeVisible();
    expect(commands('/jewellery/cancel_back_order')).toHaveLength(2);
  });
  const requestAndTakeBack = async (answer: FakeAnswer | 'network lost', often: number): Promise<void> => {
    const user = await showModels();
    for (let times = 0; times < 3; times++) await user.click(more('RI-P'));
    await user.click(screen.getByRole('button', { name: 'Request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    const toast = (await screen.findByText('Requested: 2 pcs')).closest<HTMLElement>('[role=status]')!;
    fireEvent.mouseEnter(toast);
    world.answerWith('/jewellery/cancel_back_order', answer, often);
    fireEvent.click(within(toast).getByText('Undo'));
  };
  it('a session that has ended while a request is taken back signs out', async () => {
    await requestAndTakeBack({ status: 401, body: { message: 'over' } }, 1);
    expect(await screen.findByText('Your session has expired. Please log in again.')).toBeVisible();
    expect(screen.queryByText(/^Not withdrawn/)).toBeNull();
  });
  it('a lost answer to what is taken back is asked for again under the same key', async () => {
    await requestAndTakeBack('network lost', 1);
    expect(await screen.findByText('Withdrawn: 1 × RI-P')).toBeVisible();
    const keys = world.calls
      .filter(({ path }) => path === '/jewellery/cancel_back_order')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[0]]);
  });
  it('of what no answer came it is not claimed that it still waits', async () => {
    await requestAndTakeBack('network lost', 3);
    expect(
      await screen.findByText('Not known whether withdrawn: 1 × RI-P. Back orders show what still waits.'),
    ).toBeVisible();
    expect(screen.queryByText(/^Not withdrawn/)).toBeNull();
  });
  it('what waits is shown and cancelled; the comment outlives a refusal', async () => {
    const user = await showModels();
    for (let times = 0; times < 3; times++) await user.click(more('RI-P'));
    await user.click(screen.getByRole('button', { name: 'Request' }));
    const asking = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(asking).getByRole('button', { name: 'Request' }));
    await waitFor(() => expect(asking).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Back orders' }));
    const dialog = await screen.findByRole('dialog', { name: 'Back orders' });
    const row = await within(dialog).findByRole('row', { name: /RI-P/ });
    expect(within(row).getAllByRole('cell').slice(1, 4)).toMatchObject(
      ['1', '0', '1'].map((textContent) => ({ textContent })),
    );
    await user.click(within(row).getByRole('button', { name: 'Cancel the back order of RI-P' }));
    const question = await screen.findByRole('dialog', { name: 'Cancel the back order of RI-P?' });
    await user.type(within(question).getByLabelText('Comment (optional)'), 'found one');
    world.answerWith('/jewellery/cancel_back_order', { status: 402, body: { message: 'Not now.' } });
    await user.click(within(question).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Not now.')).toBeVisible();
    expect(within(question).getByLabelText('Comment (optional)')).toHaveValue('found one');
    await user.click(within(question).getByRole('button', { name: 'No' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    await user.click(within(row).getByRole('button', { name: 'Cancel the back order of RI-P' }));
    const again = await screen.findByRole('dialog', { name: 'Cancel the back order of RI-P?' });
    expect(within(again).getByLabelText('Comment (optional)')).toHaveValue('found one');
    await user.click(within(again).getByRole('button', { name: 'Yes' }));
    expect(await within(dialog).findByText('Nothing is on back order.')).toBeVisible();
    expect(commands('/jewellery/cancel_back_order')).toEqual(
      Array.from({ length: 2 }, () => ({ orderId: 'order-RI-P', remarks: 'found one' })),
    );
  });
  it('an order that was begun outlives a reload', async () => {
    localStorage.setItem(
      'vitrine:saved:demo-customer',
      JSON.stringify({
        'order:jewellery/12': { 'RI-P': 2 },
        tabs: { main: 'available/jewellery', extras: [], front: null },
      }),
    );
    const user = world.show();
    await showList(user, 'Available', 'Core Jewellery');
    await screen.findByRole('grid', { name: 'Jewellery models' });
    expect(ordered('RI-P')).toHaveValue('2');
  });
  it('show their total with $, two decimals and thousands separators (product: Formats)', async () => {
    await showModels();
    const table = within(screen.getByRole('grid', { name: 'Jewellery models' }));
    expect(table.getAllByText(/^\$[\d,]+\.\d\d$/)).not.toEqual([]);
  });
  it('show no price where prices are hidden', async () => {
    world.username = 'demo-no-prices';
    await showModels();
    expect(screen.queryByRole('columnheader', { name: /Total/ })).not.toBeInTheDocument();
  });
  it('stand beside the pieces', async () => {
    const user = await showModels();
    await user.click(screen.getByRole('button', { name: 'Pieces' }));
    expect(await screen.findByRole('checkbox', { name: /^Select J-100,/ })).toBeVisible();
    expect(screen.getByRole('group', { name: 'Inventory value' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Models' }));
    expect(await screen.findByRole('grid', { name: 'Jewellery models' })).toBeVisible();
  });
  it('where there are none, no filter is the reason', async () => {
    world.answerWith('/jewellery/available_models', { status: 200, body: [] }, 9);
    const user = world.show();
    await showList(user, 'Available', 'Core Jewellery');
    expect(await screen.findByText('0 found', { selector: '[role=status] p' })).toBeVisible();
    expect(screen.queryByText('No model passes all of the filters.')).not.toBeInTheDocument();
  });
  it('are reached where the list of pieces cannot be loaded', async () => {
    world.answerWith('/jewellery/available', 'network lost', 9);
    const user = await showModels();
    await user.click(screen.getByRole('button', { name: 'Pieces' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Models' }));
    expect(await screen.findByRole('grid', { name: 'Jewellery models' })).toBeVisible();
  });
});
