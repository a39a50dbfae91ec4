import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { saveValue } from '../../lib/saved-state.ts';
import { grid, portalWorld } from '../../testing/render-portal.tsx';
import { MADE_CUSTOMER } from '../../testing/made-people.ts';

const world = portalWorld(120, 12);
const main = (): Promise<HTMLElement> => screen.findByRole('navigation', { name: 'Main' });
const texts = (elements: readonly HTMLElement[]): (string | null)[] =>
  elements.map((element) => element.textContent);

describe('The sidebar (product: Sidebar)', () => {
  it('has the groups My Inventory, Available, Cart and Account History, and for customers nothing else', async () => {
    world.show();
    await grid();
    await within(await main()).findByRole('region', { name: 'Account History' });
    expect(texts(within(await main()).getAllByRole('heading'))).toEqual([
      'My Inventory',
      'Available',
      'Cart',
      'Account History',
    ]);
    expect(screen.queryByText('Back office')).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Acting for')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sync' })).not.toBeInTheDocument();
  });
  it('names the sub-tabs Loose Diamonds, Clarity LG Diamonds, Fancy Coloured Diamonds and Core Jewellery, in this order', async () => {
    world.show();
    const available = await within(await main()).findByRole('region', { name: 'Available' });
    await waitFor(() =>
      expect(
        within(available)
          .getAllByRole('button')
          .map((tab) => tab.querySelector('span')?.textContent),
      ).toEqual(['Loose Diamonds', 'Clarity LG Diamonds', 'Fancy Coloured Diamonds', 'Core Jewellery']),
    );
  });
  it('grows downwards while lists load: nothing is put above what is shown', async () => {
    const held = world.hold('/labgrown/available');
    world.show();
    await grid();
    const available = await within(await main()).findByRole('region', { name: 'Available' });
    expect(await within(available).findByRole('button', { name: /^Loose Diamonds/ })).toBeVisible();
    await waitFor(() => expect(world.calls.map(({ path }) => path)).toContain('/jewellery/past'));
    expect(within(available).getAllByRole('button')).toHaveLength(1);
    expect(texts(within(await main()).getAllByRole('heading'))).toEqual(['My Inventory', 'Available']);
    held.release();
    await within(await main()).findByRole('region', { name: 'Account History' });
    expect(within(available).getAllByRole('button')).toHaveLength(4);
  });
  it('has the lists of last time at once, to be opened while those above them load', async () => {
    world.show();
    await within(await main()).findByRole('region', { name: 'Account History' });
    const names = async (): Promise<(string | undefined)[]> =>
      within(await main())
        .getAllByRole('button')
        .map((tab) => tab.querySelector('span')?.textContent);
    const before = await names();
    cleanup();
    const held = world.hold('/inventory/customer', '/labgrown/available', '/inventory/past');
    const user = world.show();
    const past = await within(await main()).findByRole('region', { name: 'Account History' });
    expect(await names()).toEqual(before);
    const tab = within(past).getByRole('button', { name: 'Loose Diamonds' });
    await user.click(tab);
    expect(tab).toHaveAttribute('aria-current', 'page');
    held.release();
    await waitFor(() => expect(tab).toHaveTextContent('6 pcs'));
    expect(await names()).toEqual(before);
  });
  it('has nothing of the lists of another customer', async () => {
    saveValue('demo-customer', 'subTabs', '14 past/natural');
    const held = world.hold('/inventory/customer');
    world.show();
    expect(within(await main()).queryByRole('region', { name: 'Account History' })).toBeNull();
    held.release();
  });
  it('shows a sub-tab only if its list has items', async () => {
    world.show();
    const cart = await within(await main()).findByRole('region', { name: 'Cart' });
    await waitFor(() => expect(within(cart).getAllByRole('button')).toHaveLength(1));
    expect(within(cart).getByRole('button', { name: /^Loose Diamonds/ })).toBeVisible();
  });
  it('keeps a list that could not be loaded; opened, it is asked for again', async () => {
    const refused = { status: 402, body: { message: 'Not now.' } };
    world.answerWith('/inventory/cart', refused);
    const user = world.show();
    const cart = await within(await main()).findByRole('region', { name: 'Cart' });
    await user.click(await within(cart).findByRole('button', { name: /Could not be loaded/ }));
    expect(await within(cart).findByRole('button', { name: /^Loose Diamonds.*pcs?/ })).toBeVisible();
  });
  it('asks again for a list whose store is away for a moment', async () => {
    const away = { status: 402, body: { message: 'Please try again in a moment.', code: 'UNAVAILABLE' } };
    world.answerWith('/inventory/cart', away, 2);
    world.show();
    const cart = await within(await main()).findByRole('region', { name: 'Cart' });
    expect(await within(cart).findByRole('button', { name: /^Loose Diamonds.*pcs?/ })).toBeVisible();
    expect(world.calls.filter(({ path }) => path === '/inventory/cart').length).toBeGreaterThanOrEqual(3);
    expect(screen.queryByText('Please try again in a moment.')).not.toBeInTheDocument();
  });
  it('shows the piece count, but no value, in the price modes RETAIL and NONE (rule: Price modes)', async () => {
    world.username = 'demo-retail';
    world.show();
    await grid();
    expect(await within(await main()).findByText('2 pcs')).toBeVisible();
    expect((await main()).textContent).not.toContain('$');
  });
  it('Refer a Friend leads to the referral page, prefilled with first name and e-mail', async () => {
    const user = world.show();
    await user.click(await screen.findByRole('link', { name: 'Refer a Friend' }));
    expect(await screen.findByLabelText('Your name')).toHaveValue('Ada');
    expect(screen.getByLabelText('Your e-mail')).toHaveValue('demo-customer@vitrine.example');
  });
});

describe("The staff's part of the sidebar (product: Sidebar; product: Roles)", () => {
  const backOffice = async (): Promise<(string | null)[]> =>
    texts(
      within(await within(await main()).findByRole('region', { name: 'Back office' })).getAllByRole('link'),
    );
  it('administrators have Users, Customers, Vendors, Billing and Reassort', async () => {
    world.username = 'demo-admin';
    world.show();
    expect(await backOffice()).toEqual(['Users', 'Customers', 'Vendors', 'Billing', 'Reassort']);
  });
  it('reps have Users and Reassort, and no Sync', async () => {
    world.username = 'demo-rep';
    world.show();
    expect(await backOffice()).toEqual(['Users', 'Reassort']);
    expect(screen.queryByRole('button', { name: 'Sync' })).not.toBeInTheDocument();
  });
  it("the customer selector has a rep's own customers first (rule: Reps)", async () => {
    world.username = 'demo-rep';
    world.show();
    const selector = await screen.findByLabelText('Acting for');
    await waitFor(() => expect(selector).toBeEnabled());
    expect(
      within(selector)
        .getAllByRole('group')
        .map((group) => [group.getAttribute('label'), group.textContent]),
    ).toEqual([
      ['Your customers', MADE_CUSTOMER.name],
      ['Other customers', 'Anchor GemsQuay Street Gems'],
    ]);
  });
  it('changing the customer stores the choice; the calls after the reload are made for it', async () => {
    world.username = 'demo-rep';
    const user = world.show();
    const selector = await screen.findByLabelText('Acting for');
    await waitFor(() => expect(selector).toBeEnabled());
    const saved = (): unknown => JSON.parse(localStorage.getItem('vitrine:saved:demo-rep') ?? '{}');
    await user.selectOptions(selector, MADE_CUSTOMER.name);
    expect(saved()).toMatchObject({ actingFor: MADE_CUSTOMER.customerId });
  });
});

describe('Sync (product: Bottom items; product: Error catalogue)', () => {
  const question =
    "Do you want to check the external trading system for changes? You'll receive an email when finished.";
  const confirm = async () => {
    world.username = 'demo-admin';
    const user = world.show();
    await user.click(await screen.findByRole('button', { name: 'Sync' }));
    const dialog = await screen.findByRole('dialog', { name: question });
    expect(world.calls.some(({ path }) => path === '/sync/sync')).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
  };
  it("asks first, and says 'Sync request submitted.'", async () => {
    await confirm();
    expect(await screen.findByText('Sync request submitted.')).toBeVisible();
    expect(world.calls.filter(({ path }) => path === '/sync/sync')).toHaveLength(1);
  });
  it("says 'Sync failed.' when it does", async () => {
    world.answerWith('/sync/sync', { status: 402, body: { message: 'no' } });
    await confirm();
    expect(await screen.findByText('Sync failed.')).toBeVisible();
  });
  it('No asks nothing of the server', async () => {
    world.username = 'demo-admin';
    const user = world.show();
    await user.click(await screen.findByRole('button', { name: 'Sync' }));
    await user.click(await screen.findByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByText(question)).not.toBeInTheDocument());
    expect(world.calls.some(({ path }) => path === '/sync/sync')).toBe(false);
  });
});

describe('Reports (product: Bottom items; rule: Reports in the background)', () => {
  const question = 'Generate a set of fresh reports? This takes 1-2 minutes.';
  const made = {
    id: 'r-1',
    state: 'DONE',
    withCost: false,
    requestedAt: '2026-04-11T12:00:00.000Z',
    finishedAt: '2026-04-11T12:00:09.000Z',
    done: 10,
    total: 10,
    position: '99',
    day: '2026-04-11',
    from: '2026-04-05',
    to: '2026-04-11',
    fileName: 'Vitrine report.xlsx',
    size: 4096,
    keptUntil: '2026-05-11T12:00:09.000Z',
    failure: null,
  };
  const waiting = { ...made, state: 'WAITING', finishedAt: null };
  const open = async (username: string) => {
    world.username = username;
    const user = world.show();
    await user.click(await screen.findByRole('button', { name: 'Reports' }));
    return { user, dialog: await screen.findByRole('dialog', { name: question }) };
  };
  it('shows the progress of a report that is under way, also one asked for elsewhere', async () => {
    world.answerWith('/reports/runs', {
      status: 200,
      body: [{ ...made, state: 'READING', done: 1_200, total: 5_000, finishedAt: null }],
    });
    const { dialog } = await open('demo-rep');
    expect(await within(dialog).findByText('Reading 1,200 of 5,000 pcs')).toBeVisible();
  });
  it('asks first, and has one made after Yes', async () => {
    world.answerWith('/reports/runs', { status: 200, body: [made] });
    const { user, dialog } = await open('demo-rep');
    expect(await within(dialog).findByRole('button', { name: 'Download' })).toBeVisible();
    const asked = () => world.calls.filter(({ path }) => path === '/reports/runs').length;
    expect(asked()).toBe(1);
    world.answerWith('/reports/runs', { status: 200, body: waiting });
    world.answerWith('/reports/runs/r-1', { status: 200, body: waiting }, 99);
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(asked()).toBeGreaterThan(1));
  });
  it('one whose state cannot be read ends no session where another page has taken the place of this one', async () => {
    world.answerWith('/reports/runs', { status: 200, body: [] });
    const { user, dialog } = await open('demo-rep');
    const state = world.hold('/reports/runs/r-1');
    world.answerWith('/reports/runs/r-1', { status: 500, body: { message: 'Broken.' } });
    world.answerWith('/reports/runs', { status: 200, body: waiting });
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(world.calls.some(({ path }) => path === '/reports/runs/r-1')).toBe(true));
    await user.click(screen.getByRole('link', { name: 'Refer a Friend' }));
    expect(await screen.findByLabelText('Your name')).toBeVisible();
    state.release();
    await world.untilAnswered();
    expect(world.calls.some(({ path }) => path === '/logout')).toBe(false);
    expect(screen.getByLabelText('Your name')).toBeVisible();
    expect(screen.queryByText('Broken.')).not.toBeInTheDocument();
  });
  it('opened again, it has what was made meanwhile', async () => {
    world.answerWith('/reports/runs', { status: 200, body: [] });
    const { user, dialog } = await open('demo-rep');
    await user.click(within(dialog).getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question })).not.toBeInTheDocument());
    world.answerWith('/reports/runs', { status: 200, body: [made] });
    await user.click(screen.getByRole('button', { name: 'Reports' }));
    const again = await screen.findByRole('dialog', { name: question });
    expect(await within(again).findByText('Vitrine report.xlsx')).toBeVisible();
  });
  it('is for staff', async () => {
    world.username = 'demo-customer';
    world.show();
    await screen.findByRole('button', { name: 'Log Out' });
    expect(screen.queryByRole('button', { name: 'Reports' })).not.toBeInTheDocument();
  });
});

describe('Closable tabs (product: Stone tabs)', () => {
  const strip = () => screen.findByRole('navigation', { name: 'Open stones' });
  const openFirst = async (line: string): Promise<HTMLElement> => {
    const user = world.show();
    const available = await within(await main()).findByRole('region', { name: 'Available' });
    await user.click(await within(available).findByRole('button', { name: new RegExp(`^${line}`) }));
    await screen.findByRole('heading', { level: 1, name: line });
    await user.click(
      within(await grid())
        .getAllByRole('row')[1]!
        .querySelector('td:nth-child(5)')!,
    );
    return strip();
  };
  it.each([
    ['Clarity LG Diamonds', 'LG'],
    ['Fancy Coloured Diamonds', 'FC'],
  ])('a tab of %s carries the type %s', async (line, type) => {
    expect(await within(await openFirst(line)).findByText(type)).toBeVisible();
  });
  it('the tab of a jewellery piece carries J and the parcel name', async () => {
    world.show('/?parcel=J-100');
    expect(await within(await strip()).findByText('J')).toBeVisible();
    expect(within(await strip()).getByRole('button', { name: 'JJ-100' })).toBeVisible();
  });
  it('a tab that a link opened carries its type also after a reload, when another is in front', async () => {
    const extras = [
      { kind: 'stone', key: 'LG-101', header: '4711', line: null },
      { kind: 'stone', key: 'VTR-100041', header: '2467', line: 'natural' },
    ];
    const tabs = { main: 'available/natural', extras, front: 'VTR-100041' };
    localStorage.setItem('vitrine:saved:demo-customer', JSON.stringify({ tabs }));
    world.show();
    expect(await within(await strip()).findByText('LG')).toBeVisible();
    await waitFor(() => expect(localStorage.getItem('vitrine:saved:demo-customer')).toContain('"labGrown"'));
  });
  it('a virtual row gets no tab', async () => {
    const weight = encodeURIComponent(JSON.stringify({ weight: { kind: 'range', min: 90, max: null } }));
    const user = world.show(`/?page=available/natural&filters=${weight}`);
    await user.click(await within(await grid()).findByText('Similar Stones'));
    expect(screen.queryByRole('navigation', { name: 'Open stones' })).not.toBeInTheDocument();
  });
});

describe('The profile drawer (product: Profile drawer)', () => {
  const open = async () => {
    const user = world.show();
    await grid();
    await user.click(await screen.findByRole('button', { name: 'Profile' }));
    return { user, drawer: within(await screen.findByRole('dialog', { name: 'Profile' })) };
  };
  it('shows the legal name, and Minimum, Current and Maximum in dollars', async () => {
    const { drawer } = await open();
    expect(drawer.getByRole('heading', { name: MADE_CUSTOMER.legalName })).toBeVisible();
    expect(texts(drawer.getAllByRole('term'))).toEqual(['Minimum', 'Current', 'Maximum']);
    expect(drawer.getByText('$150,000')).toBeVisible();
    expect(drawer.getByText('$375,000')).toBeVisible();
  });
  it.each(['demo-retail', 'demo-no-prices'])(
    'has no values and no invoices for %s (rule: Price modes)',
    async (username) => {
      world.username = username;
      const { drawer } = await open();
      expect(drawer.queryAllByRole('term')).toEqual([]);
      expect(drawer.queryByRole('button', { name: 'Invoices' })).not.toBeInTheDocument();
      expect(drawer.getByRole('button', { name: 'Change Password' })).toBeVisible();
    },
  );
  it('shows no legend image without the legend flag', async () => {
    const { drawer } = await open();
    expect(drawer.queryByRole('img', { name: /^Legend/ })).not.toBeInTheDocument();
  });
  it('and one with it', async () => {
    world.answerWith('/login/customer', {
      status: 200,
      body: { customer: { ...MADE_CUSTOMER, legend: true }, showPrices: 'WHOLESALE' },
    });
    const { drawer } = await open();
    expect(drawer.getByRole('img', { name: /^Legend/ })).toBeVisible();
  });
  it('an asset page has a button with title and path, and opens in a frame of its own tab', async () => {
    const { user, drawer } = await open();
    const button = await drawer.findByRole('button', { name: /How it works/ });
    expect(button).toHaveTextContent('/our-model.html');
    await user.click(button);
    expect(await screen.findByTitle('How it works')).toHaveAttribute('src', '/our-model.html');
    const strip = screen.getByRole('navigation', { name: 'Open stones' });
    expect(within(strip).getByRole('button', { name: 'How it works' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });
  it('Repair Service Request leads outside', async () => {
    const { drawer } = await open();
    const link = drawer.getByRole('link', { name: 'Repair Service Request' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      expect.stringMatching(/^https:/),
      '_blank',
    ]);
  });
  it('Change Password shows the first rule that fails, and the button waits until none does', async () => {
    const { user, drawer } = await open();
    await user.click(drawer.getByRole('button', { name: 'Change Password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Password' }));
    const button = dialog.getByRole('button', { name: 'Change Password' });
    expect(button).toBeDisabled();
    await user.type(dialog.getByLabelText('New password'), 'new');
    expect(dialog.getByText('Please enter your old password.')).toBeVisible();
    await user.type(dialog.getByLabelText('Old password'), 'Demo-pass-1');
    expect(dialog.getByText('New password must have at least 8 characters.')).toBeVisible();
    // At its field alone.
    expect(dialog.getByLabelText('New password')).toBeInvalid();
    expect(dialog.getByLabelText('New password')).toHaveAccessibleDescription(
      'New password must have at least 8 characters.',
    );
    expect(dialog.getByLabelText('Old password')).toBeValid();
    await user.type(dialog.getByLabelText('New password'), '-Pass-12');
    expect(dialog.getByText("Repeated passwords don't match.")).toBeVisible();
    expect(button).toBeDisabled();
    await user.type(dialog.getByLabelText('Repeat new password'), 'new-Pass-12');
    await user.click(button);
    expect(await screen.findByText('Password changed')).toBeVisible();
  });
});
