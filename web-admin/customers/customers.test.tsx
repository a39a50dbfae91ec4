import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { madeCustomer } from '../testing/made-office.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

const many = (count: number) => Array.from({ length: count }, (_, place) => madeCustomer(place + 1));
const names = async () =>
  (await screen.findAllByRole('link', { name: /^Jeweller \d/ })).map((a) => a.textContent);
const fact = (section: string, label: string) => {
  const region = within(screen.getByRole('region', { name: section }));
  return region.getByText(label).closest('div')?.querySelector('dd')?.textContent;
};

/** Until the test ends the screen shows cards. */
function onNarrowScreen(): void {
  const wide = window.matchMedia;
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  onTestFinished(() => void vi.stubGlobal('matchMedia', wide));
}

describe('The list of customers (product: Customers screen; product: Limits)', () => {
  it('is sorted by name and says how many there are', async () => {
    world.customers = [madeCustomer(3), madeCustomer(1), madeCustomer(2)];
    world.show('/customers');
    expect(await names()).toEqual(['Jeweller 1', 'Jeweller 2', 'Jeweller 3']);
    expect(screen.getByText('3 customers')).toBeInTheDocument();
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  });
  it('offers no limits and no values to staff who see no wholesale prices', async () => {
    world.customers = [madeCustomer(1)];
    const me = world.user!;
    for (const showPrices of ['RETAIL', 'NONE'] as const) {
      world.user = { ...me, showPrices };
      world.show('/customers');
      expect(await names()).toEqual(['Jeweller 1']);
      for (const name of ['Holding', 'Minimum', 'Maximum'])
        expect(screen.queryByRole('columnheader', { name })).not.toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Below minimum' })).not.toBeInTheDocument();
      cleanup();
    }
    world.user = me;
    world.show('/customers');
    expect(await screen.findByRole('button', { name: 'Below minimum' })).toBeInTheDocument();
    expect(await screen.findByRole('columnheader', { name: 'Holding' })).toBeInTheDocument();
  });
  it('opened by a link that narrows it by what one is not shown leads back to all customers', async () => {
    // Given a user who sees no wholesale prices, and a colleague's link
    world.user = { ...world.user!, showPrices: 'RETAIL' };
    const message = 'Limits are for those who see wholesale prices.';
    world.respond('GET /api/customers', ({ url }) =>
      url.searchParams.get('filter')?.includes('limits')
        ? HttpResponse.json({ message }, { status: 400 })
        : list([madeCustomer(1)]),
    );
    const filter = encodeURIComponent(JSON.stringify({ limits: 'BELOW_MINIMUM' }));
    const user = world.show(`/customers?filter=${filter}`);
    expect(await screen.findByText(message)).toBeInTheDocument();
    // When the filter is cleared
    await user.click(screen.getByRole('button', { name: 'Clear the filter' }));
    // Then the customers are there
    expect(await names()).toEqual(['Jeweller 1']);
  });
  it('is not for sales reps, who find no way to it', async () => {
    // Given a rep, and a customer whose page its own pages lead to
    world.signIn('demo-rep');
    world.customers = [madeCustomer(1)];
    // When it opens the list's address
    world.show('/customers');
    // Then it reads whose the list is
    expect(
      await screen.findByRole('heading', { name: 'This page is for administrators' }),
    ).toBeInTheDocument();
    cleanup();
    // And the page of one customer leads to no list
    world.show('/customers/1/show');
    await screen.findByRole('heading', { level: 1, name: 'Jeweller 1' });
    await screen.findByRole('link', { name: 'Users' });
    expect(screen.queryByRole('link', { name: 'Customers' })).toBeNull();
  });
  it('can be sorted on narrow screens, whose cards have no headings', async () => {
    onNarrowScreen();
    world.customers = [madeCustomer(1), madeCustomer(3), madeCustomer(2)];
    const user = world.show('/customers');
    expect(await names()).toEqual(['Jeweller 1', 'Jeweller 2', 'Jeweller 3']);
    const sorting = screen.getByLabelText('Sort by');
    expect(sorting).toHaveDisplayValue('Name');
    await user.selectOptions(sorting, 'Name, descending');
    await waitFor(async () => expect(await names()).toEqual(['Jeweller 3', 'Jeweller 2', 'Jeweller 1']));
  });
  it('can be sorted by a heading, by key', async () => {
    world.customers = [
      madeCustomer(1, { currentlyHolding: 200 }),
      madeCustomer(2, { currentlyHolding: 100 }),
    ];
    const user = world.show('/customers');
    await names();
    screen.getByRole('button', { name: 'Holding' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await names()).toEqual(['Jeweller 2', 'Jeweller 1']));
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await names()).toEqual(['Jeweller 1', 'Jeweller 2']));
    expect(screen.getByRole('columnheader', { name: 'Holding' })).toHaveAttribute('aria-sort', 'descending');
  });
  it.each([
    [5, false],
    [6, true],
  ])('with %i customers offers the filter box: %s', async (count, offered) => {
    world.customers = many(count);
    world.show('/customers');
    await names();
    expect(screen.queryByRole('searchbox') !== null).toBe(offered);
  });
  it("filters as one types, says '0 customers found', and can be cleared", async () => {
    world.customers = many(8);
    const user = world.show('/customers');
    await names();
    await user.type(screen.getByRole('searchbox', { name: 'Find a customer' }), 'jeweller 8');
    await waitFor(async () => expect(await names()).toEqual(['Jeweller 8']));
    expect(screen.getByText(/1 customer found/)).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox'), 'x');
    expect((await screen.findAllByText('0 customers found')).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Clear the filter' }));
    expect(await names()).toHaveLength(8);
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
  it('without any customer says so', async () => {
    world.show('/customers');
    expect((await screen.findAllByText('0 customers found')).length).toBeGreaterThan(0);
  });
  it('opens a customer by a click on its row', async () => {
    world.customers = many(2);
    const user = world.show('/customers');
    await names();
    await user.click(screen.getByRole('cell', { name: 'Jeweller 2 LLC' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Jeweller 2' })).toBeInTheDocument();
  });
  it('opens a customer by Enter on its name', async () => {
    world.customers = many(2);
    const user = world.show('/customers');
    await names();
    screen.getByRole('link', { name: 'Jeweller 2' }).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Jeweller 2' })).toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

describe('A customer (product: Customer)', () => {
  const open = async (customer = madeCustomer(1)) => {
    world.customers = [customer];
    world.show(`/customers/${customer.customerId}/show`);
    await screen.findByRole('heading', { level: 1, name: customer.name });
  };
  it('shows money in dollars, rates in percent, and what is not set', async () => {
    await open(madeCustomer(1, { maxInventory: 0 }));
    expect(fact('Inventory', 'Currently holding')).toBe('$90,000');
    expect(fact('Inventory', 'Minimum inventory')).toBe('$50,000');
    expect(fact('Inventory', 'Maximum inventory')).toBe('Not set');
    expect(fact('Inventory', 'First action')).toBe('2024-11-25');
    expect(fact('Commercial terms', 'GIA round discount')).toBe('2 %');
    expect(fact('Commercial terms', 'Hearts-and-arrows surcharge again from')).toBe('Not set');
    expect(fact('Commercial terms', 'Grace period')).toBe('3 days');
    const rows = within(screen.getByRole('region', { name: 'Commercial terms' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toContain('Natural and jewellery1.05 %1 %');
    expect(screen.getByRole('row', { name: 'New York 10-02-4074 Memo, Invoice' })).toBeInTheDocument();
  });
  it('tells each access flag in a word', async () => {
    await open();
    expect(fact('Access', 'Can Log In')?.trim()).toBe('Yes');
    expect(fact('Access', 'Fancy-colour diamonds')?.trim()).toBe('No');
  });
  it.each([
    [40_000, 'under'],
    [90_000, 'within'],
    [150_000.01, 'over'],
  ])('holding %d shows as %s its limits', async (currentlyHolding, state) => {
    await open(madeCustomer(1, { currentlyHolding }));
    expect(screen.getByRole('group', { name: 'Inventory value' })).toHaveAttribute('data-state', state);
  });
  it('has no terms and no accounts for a sales rep', async () => {
    world.signIn('demo-rep');
    await open();
    expect(screen.getByRole('region', { name: 'Inventory' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Commercial terms' })).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Account codes' })).not.toBeInTheDocument();
  });
  it('that is not there says so and leads back', async () => {
    world.show('/customers/99/show');
    expect(await screen.findByText('There is no customer 99.')).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Customers' })).toHaveLength(2);
  });
});

it('a view as a customer searches for one of its many users on the server', async () => {
  const asked: unknown[] = [];
  world.customers = [madeCustomer(1)];
  world.respond('GET /api/users', ({ url }) => {
    const filter = JSON.parse(url.searchParams.get('filter') ?? '{}') as { q?: string };
    asked.push(filter);
    const username = filter.q === undefined ? 'anna' : 'zoe';
    const found = {
      id: username,
      username,
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.com',
      customerId: 1,
      active: true,
      administrator: false,
      salesRep: false,
      showPrices: 'WHOLESALE',
      mustChangePassword: false,
      version: '1',
    };
    return HttpResponse.json([found], {
      headers: { 'content-range': `users 0-0/${filter.q === undefined ? 40 : 1}` },
    });
  });
  const user = world.show('/customers/1/show');
  await user.click(await screen.findByRole('button', { name: 'View as customer' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByLabelText('Find a user'), 'zoe');
  expect(await dialog.findByRole('option', { name: /^zoe/ })).toBeInTheDocument();
  const ownUsers = { customerId: 1, active: true, administrator: false, salesRep: false };
  expect(asked.at(-1)).toEqual({ ...ownUsers, q: 'zoe' });
});
