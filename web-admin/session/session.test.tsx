import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { HttpResponse } from 'msw';
import { madeCustomer, madeStuck, PASSWORD, PEOPLE } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

const signIn = async (user: ReturnType<typeof world.show>, username: string, password = PASSWORD) => {
  await user.type(await screen.findByLabelText('Username'), username);
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`);
};
const menu = async () => within(await screen.findByRole('navigation', { name: 'Main' }));

describe('Sign-in', () => {
  it('lets an administrator in with Enter, to the page that was asked for', async () => {
    world.user = null;
    world.customers = [madeCustomer(7)];
    const user = world.show('/customers/7/show');
    await signIn(user, 'demo-admin');
    expect(await screen.findByRole('heading', { level: 1, name: 'Jeweller 7' })).toBeVisible();
  });
  it("that fails shows 'Login Failed' and why, and that no session has expired", async () => {
    world.user = null;
    const user = world.show();
    await signIn(user, 'demo-admin', 'wrong');
    expect(await screen.findByText('Login Failed')).toBeVisible();
    expect(screen.getByText('Please check your username and password.')).toBeVisible();
    expect(screen.queryByText(/session has expired/)).not.toBeInTheDocument();
  });
  it('with a second factor asks for a code, and sends it with the password', async () => {
    world.user = null;
    world.respond('POST /login', ({ body }) =>
      body['code'] === '123456'
        ? HttpResponse.json({ token: 'made', user: PEOPLE.find(({ username }) => username === 'demo-admin') })
        : HttpResponse.json({ message: 'Please enter the code.', code: 'SECOND_FACTOR' }, { status: 402 }),
    );
    const user = world.show();
    await signIn(user, 'demo-admin');
    const code = await screen.findByLabelText(/^Code/);
    expect(screen.queryByText('Login Failed')).not.toBeInTheDocument();
    world.signIn('demo-admin');
    await user.type(code, '123456{Enter}');
    expect(await menu()).toBeTruthy();
    expect(world.sent.at(-1)?.body).toMatchObject({
      username: 'demo-admin',
      password: PASSWORD,
      code: '123456',
    });
  });
  it('without a network says so', async () => {
    world.user = null;
    const user = world.show();
    world.answerWith('/login', 'network lost');
    await signIn(user, 'demo-admin');
    expect(await screen.findByText(/No connection to the server/)).toBeVisible();
  });
});

describe("A customer's user", () => {
  it('a customer who signs in reads that this place is for staff, and stays signed in for the portal', async () => {
    world.user = null;
    const user = world.show();
    await signIn(user, 'demo-customer');
    expect(await screen.findByRole('heading', { name: 'This place is for staff' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the portal' })).toHaveAttribute('href', '/');
    expect(world.user).toMatchObject({ username: 'demo-customer' });
  });
  it('a customer who comes from the portal reads the same, and nothing is loaded', async () => {
    world.signIn('demo-customer');
    world.show('/customers');
    expect(await screen.findByRole('heading', { name: 'This place is for staff' })).toBeVisible();
    expect(world.calls.filter((call) => call.includes('/api/') || call.includes('/logout'))).toEqual([]);
  });
  it('may sign in as somebody else', async () => {
    world.signIn('demo-customer');
    const user = world.show();
    await user.click(await screen.findByRole('button', { name: 'Sign in as somebody else' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(world.user).toBeNull();
  });
});

describe('Staff', () => {
  it('who must change the password first are sent to do so (product: Welcome dialog)', async () => {
    world.signIn('demo-new-admin');
    world.show();
    expect(await screen.findByRole('heading', { name: 'Welcome to Vitrine' })).toBeVisible();
    expect(screen.getByText(/To begin, please choose a new password\./)).toBeVisible();
  });
  it('who have changed it in another window are let in in this one', async () => {
    world.signIn('demo-new-admin');
    world.show();
    await screen.findByRole('heading', { name: 'Welcome to Vitrine' });
    world.user = { ...world.user!, mustChangePassword: false };
    const newValue = JSON.stringify(['demo-new-admin', true, false, null, 'WHOLESALE', null, false, false]);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'vitrine:session', newValue })));
    expect(await menu()).toBeTruthy();
  });
  it('administrators find everything in the menu', async () => {
    world.show();
    const links = await (await menu()).findAllByRole('link');
    const titles = links.map((link) => link.textContent?.trim());
    for (const title of ['Customers', 'Users', 'Vendors', 'Reassort', 'Billing', 'History', 'Projections'])
      expect(titles).toContain(title);
  });
  it('sales reps find what is theirs, and read so where they may not go', async () => {
    world.signIn('demo-rep');
    world.show('/projections');
    expect(
      await screen.findByRole('heading', { name: 'This page is for administrators' }),
    ).toBeInTheDocument();
    expect((await (await menu()).findAllByRole('link')).map((link) => link.textContent?.trim())).toEqual([
      'Today',
      'Reports',
      'Users',
      'Memos Due',
      'Reassort',
      'Open Desires',
      'Back Orders',
      'Vendor Notices',
    ]);
  });
  it('another user who signs in in this browser is shown as who is signed in', async () => {
    world.show('/customers');
    const projections = () => screen.queryAllByRole('link', { name: 'Projections' });
    await waitFor(() => expect(projections()).toHaveLength(1));
    world.signIn('demo-rep');
    const newValue = JSON.stringify(['demo-rep', false, true, null, 'WHOLESALE', null]);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'vitrine:session', newValue })));
    await waitFor(() => expect(projections()).toHaveLength(0));
    expect(await screen.findByRole('link', { name: 'Memos Due' })).toBeInTheDocument();
  });
  it('another user who signs in in this browser takes nothing that is typed, and is shown once it is saved', async () => {
    world.customers = [madeCustomer(7)];
    const user = world.show('/customers/7');
    await user.type(await screen.findByLabelText('Legal name'), ' Inc.');
    world.signIn('demo-rep');
    const newValue = JSON.stringify(['demo-rep', false, true, null, 'WHOLESALE', null]);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'vitrine:session', newValue })));
    expect(await screen.findByText(/What you save now is saved in that name/)).toBeVisible();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.getByLabelText('Legal name')).toHaveDisplayValue(/ Inc\.$/);
    expect(screen.getAllByRole('link', { name: 'Projections' })).toHaveLength(1);
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    await user.click(screen.getAllByRole('link', { name: 'Customers' })[0]!);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Projections' })).not.toBeInTheDocument());
  });
  it('Log Out ends the session and purges what was saved', async () => {
    localStorage.setItem('vitrine:saved:demo-admin', '{}');
    const user = world.show();
    await user.click(await screen.findByRole('button', { name: 'Log Out' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(world.user).toBeNull();
    expect(localStorage.getItem('vitrine:saved:demo-admin')).toBeNull();
  });
});

describe('The end of a session (rule: Back office failures)', () => {
  it('a 401 says so once and signs out; signing in goes back to the page', async () => {
    world.customers = [madeCustomer(7)];
    const user = world.show('/customers');
    await user.click(await screen.findByRole('link', { name: 'Jeweller 7' }));
    await screen.findByRole('heading', { level: 1, name: 'Jeweller 7' });
    world.user = null;
    await user.click(screen.getAllByRole('link', { name: 'Customers' })[0]!);
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(screen.getAllByText('Your session has expired. Please log in again.')).toHaveLength(1);
    await signIn(user, 'demo-admin');
    expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText(/session has expired/)).not.toBeInTheDocument());
  });
  const expired = () =>
    HttpResponse.json({ message: 'Your session has expired. Please log in again.' }, { status: 401 });
  it.each([
    ['a page’s own call', '/reports', 'GET /api/figures', null],
    ['an action', '/customers/7', 'PUT /api/customers/7', 'Save'],
    ['a button', '/stuck-instructions', 'POST /api/stuck-instructions/retry', 'Retry all now'],
  ])('a 401 of %s says so once and signs out as well', async (_, address, call, button) => {
    world.customers = [madeCustomer(7)];
    world.stuck = [madeStuck('VTR-1')];
    world.respond('GET /api/report-schedules', () => HttpResponse.json([]));
    world.respond(call, () => {
      world.user = null;
      return expired();
    });
    const user = world.show(address);
    if (button !== null) await user.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(screen.getAllByText('Your session has expired. Please log in again.')).toHaveLength(1);
    expect(world.calls).not.toContain('POST /logout');
    await signIn(user, 'demo-admin');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign In' })).not.toBeInTheDocument());
  });
  it('what is typed stays on its page, which says so once, and can be saved after signing in elsewhere', async () => {
    world.customers = [madeCustomer(7)];
    const user = world.show('/customers/7');
    await user.type(await screen.findByLabelText('Legal name'), ' Inc.');
    world.user = null;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const notice = await screen.findByText(/What you typed is still here/);
    expect(screen.queryByText('Jeweller 7 was saved.')).not.toBeInTheDocument();
    await user.click(within(notice.closest('[role=alert]')!).getByRole('button', { name: 'Close message' }));
    await waitFor(() => expect(notice).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(world.calls.filter((call) => call === 'PUT /api/customers/7')).toHaveLength(2),
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    expect(screen.queryByText(/What you typed is still here/)).not.toBeInTheDocument();
    expect(screen.getByLabelText('Legal name')).toHaveDisplayValue(/ Inc\.$/);
    world.signIn('demo-admin');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Jeweller 7 was saved.')).toBeInTheDocument();
  });
  it('what is typed and left after all leads to the sign-in page', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    world.customers = [madeCustomer(7)];
    const user = world.show('/customers/7');
    await user.type(await screen.findByLabelText('Legal name'), ' Inc.');
    world.user = null;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/What you typed is still here/);
    await user.click(screen.getAllByRole('link', { name: 'Customers' })[0]!);
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
  });
  it.each([
    ['a server that is out of order', { status: 500, body: { message: 'Out of order' } }, 'Out of order'],
    ['a lost network', 'network lost', 'No connection to the server. Please try again.'],
  ] as const)('%s signs no one out, and the page can be tried again', async (_, failure, words) => {
    world.customers = [madeCustomer(7)];
    world.answerWith('/api/customers', failure);
    const user = world.show('/customers');
    expect(await screen.findByText('The customers could not be loaded')).toBeInTheDocument();
    expect(screen.getByText(words)).toBeInTheDocument();
    world.answerWith('/api/customers', null);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Jeweller 7' })).toBeInTheDocument();
    expect(world.calls).not.toContain('POST /logout');
  });
  it('a 403 signs no one out', async () => {
    world.answerWith('/api/customers', { status: 403, body: { message: 'Not for you.' } });
    world.show('/customers');
    expect(await screen.findByText('You may not see this')).toBeInTheDocument();
    expect(screen.getByText('Not for you.')).toBeInTheDocument();
    expect(world.calls).not.toContain('POST /logout');
  });
});
