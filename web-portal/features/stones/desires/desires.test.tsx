import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Filters } from '../../../components/data-table/filters.ts';
import { grid, portalWorld, showList } from '../../../testing/render-portal.tsx';
import { desiredFrom } from './desired-properties.ts';

const world = portalWorld();
const commands = (path: string): unknown[] =>
  world.calls.filter((call) => call.path === path).map(({ body }) => body);

/** Opens Available with filters, as a link does. */
const showFiltered = (filters: Filters): UserEvent =>
  world.show(
    `/?${new URLSearchParams({ page: 'available/natural', filters: JSON.stringify(filters) }).toString()}`,
  );
const ANY_WEIGHT = { kind: 'range', min: 0.01, max: null } as const;
const ONE_STONE: Filters = { parcelName: { kind: 'text', text: 'VTR-100003' }, weight: ANY_WEIGHT };
const virtualRow = async (): Promise<HTMLElement> =>
  (await screen.findByText('Similar Stones')).closest('tr')!;
const cellsOf = (row: HTMLElement): string[] =>
  [...row.querySelectorAll('td')].map((cell) => cell.textContent).filter(Boolean);
const action = (name: string): HTMLElement =>
  within(screen.getByRole('group', { name: 'Actions' })).getByRole('button', { name });
const addToCart = async (user: UserEvent): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: 'Add similar stones to cart' }));
  await screen.findByText('Added to Cart');
};
const selectDesire = async (user: UserEvent): Promise<void> =>
  user.click(await screen.findByRole('checkbox', { name: /^Select Similar Stones/ }));

describe('The similar-stone row (product: Similar-stone row)', () => {
  it('appears when fewer than 3 rows match', async () => {
    showFiltered(ONE_STONE);
    expect(await screen.findByText('1 of 110 stones')).toBeVisible();
    expect(await screen.findByText('Similar Stones')).toBeVisible();
  });
  it('does not appear when 3 or more match', async () => {
    showFiltered({ parcelName: { kind: 'text', text: 'VTR-10000' }, weight: ANY_WEIGHT });
    await screen.findByText(/^\d+ of 110 stones$/);
    await waitFor(() => expect(screen.queryByText('Similar Stones')).not.toBeInTheDocument());
  });
  it('appears alone when nothing matches', async () => {
    showFiltered({ parcelName: { kind: 'text', text: 'no such stone' }, weight: ANY_WEIGHT });
    expect(await virtualRow()).toBeVisible();
    expect(await screen.findByText('0 stones found')).toBeVisible();
  });
  it.each([
    ['a typed name', { parcelName: { kind: 'text', text: 'no such stone' } }],
    ['a typed certificate number', { certNo: { kind: 'text', text: '9999999' } }],
    ['a blank grade', { cut: { kind: 'choice', values: [''] }, parcelName: { kind: 'text', text: 'none' } }],
  ] as const)(
    'does not appear for %s alone: it asks for no stone (rule: Similar-stone row)',
    async (_, filters) => {
      showFiltered(filters);
      await screen.findAllByText('0 stones found');
      expect(screen.queryByText('Similar Stones')).not.toBeInTheDocument();
    },
  );
  it('is not in My, Cart or Past', async () => {
    const user = showFiltered(ONE_STONE);
    await virtualRow();
    await showList(user, 'Cart');
    await waitFor(async () => expect(within(await grid()).queryByText('Similar Stones')).toBeNull());
  });
  it('defaults cut, polish and symmetry to EX and VG, and shows All where nothing is asked', async () => {
    showFiltered(ONE_STONE);
    const texts = cellsOf(await virtualRow());
    expect(texts.filter((text) => text === 'EX, VG')).toHaveLength(3);
    expect(texts.filter((text) => text === 'All')).toHaveLength(4); // shape, colour, clarity, fluorescence
  });
  it('asks for what the filters ask for', () => {
    const desired = desiredFrom(
      {
        weight: { kind: 'range', min: 1, max: 1.25 },
        shape: { kind: 'choice', values: ['RD', 'OV BL'] },
        colour: { kind: 'choice', values: ['D', ''] },
        cut: { kind: 'choice', values: ['G'] },
        certNo: { kind: 'text', text: '12' },
      },
      PROGRAM_LISTS,
    );
    expect(desired).toEqual({
      weight: { minimum: 1, maximum: 1.25 },
      shape: ['RD', 'OV'],
      colour: ['D'],
      clarity: [],
      fluorescence: [],
      cut: ['G'],
      polish: ['EX', 'VG'],
      symmetry: ['EX', 'VG'],
    });
  });
  it.each([
    ['only brilliant shapes', ['OV BL', 'RD BL'], ['BL']],
    ['brilliant shapes beside others', ['RD', 'OV BL'], ['EX', 'VG', 'BL']],
    ['other shapes', ['RD', 'OV'], ['EX', 'VG']],
  ])('given %s and no cut, asks for the cut that such stones have', (_, values, cut) =>
    expect(desiredFrom({ shape: { kind: 'choice', values } }, PROGRAM_LISTS)).toMatchObject({ cut }),
  );
  it('an open end of the weights stays open', () =>
    expect(desiredFrom({ weight: { kind: 'range', min: 2, max: null } }, PROGRAM_LISTS)?.weight).toEqual({
      minimum: 2,
    }));
  it('does not appear for a minimum weight above the maximum: the filter says so', async () => {
    const user = showFiltered({ weight: { kind: 'range', min: 2, max: 1 } });
    await screen.findAllByText('0 stones found');
    expect(screen.queryByText('Similar Stones')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Weight: / }));
    const filter = await screen.findByRole('dialog', { name: 'Filter by Weight' });
    expect(within(filter).getByLabelText('To (ct)')).toHaveAccessibleDescription(
      'The minimum weight is above the maximum.',
    );
    expect(within(filter).getByLabelText('To (ct)')).toBeInvalid();
  });
  it('asks for shapes by their names, in its row and in the cart', async () => {
    const user = showFiltered({ ...ONE_STONE, shape: { kind: 'choice', values: ['OV', 'RD'] } });
    expect(cellsOf(await virtualRow())).toContain('Round, Oval');
    await addToCart(user);
    await showList(user, 'Cart');
    expect(
      await screen.findByRole('checkbox', { name: /^Select Similar Stones: 0.01\+ ct Round, Oval$/ }),
    ).toBeVisible();
  });
  it('is rebuilt on load when saved filters exist', async () => {
    localStorage.setItem(
      'vitrine:saved:demo-customer',
      JSON.stringify({ 'table:available/natural': { filters: ONE_STONE } }),
    );
    world.show();
    expect(await virtualRow()).toBeVisible();
  });
  it('looked at, it is called by what it asks for, and offers nothing that it has not', async () => {
    const user = showFiltered({ ...ONE_STONE, shape: { kind: 'choice', values: ['OV'] } });
    await virtualRow();
    await user.click(screen.getByRole('button', { name: 'Look at similar stones' }));
    const dialog = await screen.findByRole('dialog', { name: 'Similar Stones: 0.01+ ct Oval' });
    expect(dialog.outerHTML).not.toContain('desire:');
    expect(within(dialog).queryByRole('button', { name: 'Open details' })).not.toBeInTheDocument();
  });
  it('looked at, it has its price as it becomes known, and no state: it is in no list', async () => {
    const { release } = world.hold('/inventory/desire_price');
    const user = showFiltered(ONE_STONE);
    await virtualRow();
    await user.click(screen.getByRole('button', { name: 'Look at similar stones' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Calculating...')).toBeVisible();
    release();
    expect(await dialog.findByText(/^\$[\d,]+\.\d\d–\$[\d,]+\.\d\d$/)).toBeVisible();
    expect(dialog.queryByText('In cart')).not.toBeInTheDocument();
  });
  it('is looked at from its card in the gallery', async () => {
    const user = showFiltered(ONE_STONE);
    await virtualRow();
    await user.click(screen.getByRole('button', { name: 'Gallery' }));
    await user.click(await screen.findByRole('button', { name: /^Open Similar Stones/ }));
    expect(await screen.findByRole('dialog', { name: /^Similar Stones/ })).toBeVisible();
  });
  it('is looked at from its card on a phone, where a stone opens its tab', async () => {
    const wide = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...wide(query),
      matches: query.includes('max-width: 599px') || query.includes('max-width: 899px'),
    }));
    try {
      const user = showFiltered(ONE_STONE);
      await user.click(await screen.findByRole('button', { name: /^Open Similar Stones/ }));
      expect(await screen.findByRole('dialog', { name: /^Similar Stones/ })).toBeVisible();
      await user.keyboard('{Escape}');
      await user.click(screen.getByRole('button', { name: /^Open VTR-100003/ }));
      expect(await screen.findByRole('article', { name: 'Stone VTR-100003' })).toBeVisible();
    } finally {
      vi.stubGlobal('matchMedia', wide);
    }
  });
  it('gets no tab', async () => {
    const user = showFiltered(ONE_STONE);
    await user.click(within(await virtualRow()).getByText('Similar Stones'));
    expect(screen.queryByRole('navigation', { name: 'Open stones' })).not.toBeInTheDocument();
  });
});

describe('Its price (product: Desire)', () => {
  it("is 'Calculating...' while pending, then a range", async () => {
    showFiltered(ONE_STONE);
    expect(within(await virtualRow()).getByText('Calculating...')).toBeVisible();
    expect(await screen.findByText(/^\$[\d,]+\.\d\d–\$[\d,]+\.\d\d$/)).toBeVisible();
  });
  it("is 'Unknown' on error, without a message", async () => {
    world.answerWith('/inventory/desire_price', { status: 402, body: { message: 'No such thing.' } }, 9);
    showFiltered(ONE_STONE);
    expect(await screen.findByText('Unknown')).toBeVisible();
    expect(screen.queryByText('No such thing.')).not.toBeInTheDocument();
  });
  it('is not asked for where prices are hidden', async () => {
    world.username = 'demo-no-prices';
    showFiltered(ONE_STONE);
    expect(within(await virtualRow()).queryByText(/Calculating|Unknown|\$/)).toBeNull();
    expect(commands('/inventory/desire_price')).toEqual([]);
  });
});

describe('Carting it', () => {
  it('sends the desire, reports it, and shows it in the cart', async () => {
    const user = showFiltered(ONE_STONE);
    await addToCart(user);
    expect(commands('/inventory/desire_stone')).toEqual([
      { desire: expect.objectContaining({ weight: { minimum: 0.01 }, cut: ['EX', 'VG'], shape: [] }) },
    ]);
    await showList(user, 'Cart');
    expect(await screen.findByRole('checkbox', { name: /^Select Similar Stones/ })).toBeVisible();
  });
  it('shows that the same request is in the cart already; pressed again it is taken out (CANCELLED)', async () => {
    const user = showFiltered(ONE_STONE);
    await addToCart(user);
    await user.click(await screen.findByRole('button', { name: 'Remove similar stones from cart' }));
    await waitFor(() =>
      expect(commands('/inventory/update_desire')).toEqual([[{ desireId: 'desire-1', status: 'CANCELLED' }]]),
    );
    expect(await screen.findByRole('button', { name: 'Add similar stones to cart' })).toBeVisible();
  });
  it('is not the one in the cart whose weight differs in the third decimal', async () => {
    const asked = (min: number): Filters => ({ ...ONE_STONE, weight: { kind: 'range', min, max: null } });
    world.server.answer(
      '/inventory/desire_stone',
      { desire: desiredFrom(asked(0.011), PROGRAM_LISTS) },
      'demo-customer',
    );
    showFiltered(asked(0.01));
    await virtualRow();
    await world.untilAnswered();
    expect(await screen.findByRole('button', { name: 'Add similar stones to cart' })).toBeVisible();
    cleanup();
    showFiltered(asked(0.011));
    expect(await screen.findByRole('button', { name: 'Remove similar stones from cart' })).toBeVisible();
  });
  it('says what could not be taken out of the cart, and why', async () => {
    const reason = 'It was requested meanwhile.';
    const user = showFiltered(ONE_STONE);
    await addToCart(user);
    world.answerWith('/inventory/update_desire', {
      status: 200,
      body: { desires: [], declined: [{ desireId: 'desire-1', reason }], position: '90' },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove similar stones from cart' }));
    expect(await screen.findByText(/One stone could not be taken out of the cart/)).toHaveTextContent(reason);
  });
  it('is not sent while the cart cannot be read: the same may be in it already', async () => {
    world.answerWith('/inventory/carted_desires', { status: 402, body: { message: 'Not now.' } }, 99);
    const user = showFiltered(ONE_STONE);
    await user.click(await screen.findByRole('button', { name: 'Add similar stones to cart' }));
    expect(await screen.findByText('Not now.')).toBeVisible();
    expect(commands('/inventory/desire_stone')).toEqual([]);
  });
  it('cannot be put into the cart while actions are closed, and says why', async () => {
    const { body } = world.server.answer('/login/customer', {}, 'demo-customer');
    const known = body as { customer: object };
    const closed = { ...known, customer: { ...known.customer, allowActions: false } };
    world.answerWith('/login/customer', { status: 200, body: closed }, 9);
    showFiltered(ONE_STONE);
    const button = await screen.findByRole('button', { name: 'Add similar stones to cart' });
    await waitFor(() => expect(button).toBeDisabled());
    expect(button).toHaveAttribute('title', 'Your account may look, but not make changes.');
  });
  it('Remove in the cart cancels it', async () => {
    const user = showFiltered(ONE_STONE);
    await addToCart(user);
    await showList(user, 'Cart');
    await selectDesire(user);
    await user.click(action('Remove'));
    await waitFor(() =>
      expect(commands('/inventory/update_desire')).toEqual([[{ desireId: 'desire-1', status: 'CANCELLED' }]]),
    );
    expect(commands('/inventory/uncart_stones')).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: /Similar/ })).not.toBeInTheDocument());
  });
});

describe('Requested, held and closed (product: Actions by status)', () => {
  const requestAll = async (): Promise<UserEvent> => {
    const user = showFiltered(ONE_STONE);
    await addToCart(user);
    await showList(user, 'Cart');
    await selectDesire(user);
    await user.click(screen.getByRole('checkbox', { name: /^Select VTR-100010,/ }));
    await user.click(action('Request'));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    return user;
  };
  it('goes with the stones by request_stones_similar', async () => {
    await requestAll();
    expect(commands('/inventory/request_stones_similar')).toEqual([
      { parcelNames: ['VTR-100010'], remarks: null, desires: [{ desireId: 'desire-1' }] },
    ]);
    expect(commands('/inventory/request_stones')).toEqual([]);
  });
  it('is undone with the stones, and is on the memo in a section of its own', async () => {
    const user = await requestAll();
    const toast = (await screen.findByText('Requested: 1 pc and 1 similar stone')).closest<HTMLElement>(
      '[role=status]',
    )!;
    // What its message offers is pressed before it fades.
    fireEvent.click(within(toast).getByText('Memo'));
    fireEvent.click(within(toast).getByText('Undo'));
    expect(await screen.findByText('Withdrawn: 1 similar stone')).toBeVisible();
    const memo = await screen.findByRole('dialog', { name: 'Memo request' });
    const wanted = within(memo).getByRole('region', { name: 'Requests for similar stones' });
    const waits = within(wanted).getByRole('listitem');
    expect(waits).toHaveTextContent(/^Similar Stones: 0.01\+ ct/);
    await waitFor(() => expect(waits).toHaveTextContent(/ · \$[\d,]+\.\d\d–\$[\d,]+\.\d\d$/));
    expect(within(memo).getByRole('rowheader', { name: 'VTR-100010' })).toBeVisible();
    await user.click(within(memo).getByRole('button', { name: 'Close' }));
    expect(commands('/inventory/update_desire')).toEqual([[{ desireId: 'desire-1', status: 'CLOSED' }]]);
    expect(commands('/inventory/return')).toEqual([{ parcelNames: ['VTR-100010'], remarks: null }]);
  });
  it('stands in My as open; Sold is disabled when it is selected, Return closes it', async () => {
    const user = await requestAll();
    await showList(user, 'My Inventory');
    await selectDesire(user);
    expect(action('Sold')).toBeDisabled();
    expect(action('Return')).toBeEnabled();
    expect(await screen.findByText('Open', { selector: 'span' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Look at similar stones' }));
    const looked = await screen.findByRole('dialog', { name: /^Similar Stones/ });
    expect(within(looked).getByText('Open')).toBeVisible();
    expect(await within(looked).findByText(/^\$[\d,]+\.\d\d–\$/)).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(looked).not.toBeInTheDocument());
    await user.click(action('Return'));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
    expect(dialog).toHaveTextContent(/Return: Similar Stones: 0.01\+ ct/);
    expect(dialog).not.toHaveTextContent('desire:');
    // It would go nowhere: a comment is on stones.
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    await waitFor(() =>
      expect(commands('/inventory/update_desire')).toEqual([[{ desireId: 'desire-1', status: 'CLOSED' }]]),
    );
    expect(await screen.findByText('Returned: 1 similar stone')).toBeVisible();
    expect(commands('/inventory/return')).toEqual([]);
    await showList(user, 'Account History');
    expect(await screen.findByRole('checkbox', { name: /^Select Similar Stones/ })).toBeVisible();
  });
  it('returned with stones and refused, only the request is tried again', async () => {
    const user = await requestAll();
    await showList(user, 'My Inventory');
    await selectDesire(user);
    await user.click(screen.getByRole('checkbox', { name: /^Select VTR-100010,/ }));
    world.answerWith('/inventory/update_desire', { status: 402, body: { message: 'Try again later.' } });
    await user.click(action('Return'));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
    expect(within(dialog).getByRole('textbox')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Try again later.')).toBeVisible();
    expect(await screen.findByText('Returned: 1 pc')).toBeVisible();
    expect(screen.queryByText('Returned: 1 similar stone')).not.toBeInTheDocument();
    expect(dialog).toHaveTextContent(/Return: Similar Stones/);
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(await screen.findByText('Returned: 1 similar stone')).toBeVisible();
    expect(commands('/inventory/return')).toEqual([{ parcelNames: ['VTR-100010'], remarks: null }]);
    expect(commands('/inventory/update_desire')).toHaveLength(2);
  });
  it('one that was filled meanwhile is not reported as withdrawn (product: Actions by status)', async () => {
    await requestAll();
    const reason = 'This request for similar stones was filled meanwhile.';
    const declined = [{ desireId: 'desire-1', reason }];
    world.answerWith('/inventory/update_desire', {
      status: 200,
      body: { desires: [], declined, position: '90' },
    });
    const message = await screen.findByText('Requested: 1 pc and 1 similar stone');
    const read = commands('/inventory/open_desires').length;
    fireEvent.click(within(message.closest<HTMLElement>('[role=status]')!).getByText('Undo'));
    expect(await screen.findByText(/One stone could not be given up/)).toHaveTextContent(reason);
    await world.untilAnswered();
    expect(screen.queryByText('Withdrawn: 1 similar stone')).not.toBeInTheDocument();
    expect(commands('/inventory/open_desires').length).toBeGreaterThan(read);
  });
  it('stones alone are requested by request_stones', async () => {
    const user = world.show();
    await showList(user, 'Cart');
    await user.click(await screen.findByRole('checkbox', { name: /^Select VTR-100010,/ }));
    await user.click(action('Request'));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    await waitFor(() => expect(commands('/inventory/request_stones')).toHaveLength(1));
  });
});
