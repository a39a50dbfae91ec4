import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { User } from '#contracts/api/session.ts';
import type { FakeAnswer } from '../../testing/made-answer.ts';
import { MADE_CUSTOMER, MADE_USERS } from '../../testing/made-people.ts';
import { grid, parcels, portalWorld, showList } from '../../testing/render-portal.tsx';

const world = portalWorld();
const expired = { status: 401, body: { message: 'no' } };

describe('Sign-in (product: Routes)', () => {
  it('goes to / with Enter', async () => {
    world.username = null;
    const user = world.show('/login');
    await user.type(await screen.findByLabelText('Username'), 'demo-customer');
    await user.type(screen.getByLabelText('Password'), 'Demo-pass-1{Enter}');
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(window.location.pathname).toBe('/');
  });
  it("that fails shows 'Login Failed'", async () => {
    world.username = null;
    const user = world.show('/login');
    await user.type(await screen.findByLabelText('Username'), 'demo-customer');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Login Failed')).toBeVisible();
    expect(screen.queryByText(/session has expired/)).not.toBeInTheDocument();
  });
  it('a user who must change the password does so before continuing', async () => {
    world.username = 'demo-new';
    const user = world.show();
    const dialog = await screen.findByRole('dialog', { name: 'Welcome to Vitrine' });
    expect(within(dialog).getByText('To begin, please choose a new password.')).toBeVisible();
    const button = within(dialog).getByRole('button', { name: 'Change Password' });
    await user.type(within(dialog).getByLabelText('Old password'), 'Demo-pass-1');
    await user.type(within(dialog).getByLabelText('New password'), 'New-pass-1');
    expect(within(dialog).getByText("Repeated passwords don't match.")).toBeVisible();
    expect(button).toBeDisabled();
    await user.type(within(dialog).getByLabelText('Repeat new password'), 'New-pass-1');
    await user.click(button);
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeInTheDocument();
  });
  const noAnswer = 'is not changed again by itself where no answer came';
  it.each<[string, string, FakeAnswer | 'network lost', boolean]>([
    ['is changed by one call, which also says who is signed in', '/login/check', 'network lost', true],
    [`${noAnswer}, and it says so`, '/login/changepassword', 'network lost', false],
    [`${noAnswer} but a proxy's`, '/login/changepassword', { status: 504, body: '<html>…</html>' }, false],
  ])('a new password %s', async (_what, lost, answer, changed) => {
    world.username = 'demo-new';
    const user = world.show();
    const dialog = within(await screen.findByRole('dialog', { name: 'Welcome to Vitrine' }));
    await user.type(dialog.getByLabelText('Old password'), 'Demo-pass-1');
    await user.type(dialog.getByLabelText('New password'), 'New-pass-1');
    await user.type(dialog.getByLabelText('Repeat new password'), 'New-pass-1');
    world.answerWith(lost, answer);
    await user.click(dialog.getByRole('button', { name: 'Change Password' }));
    if (changed) await screen.findByRole('navigation', { name: 'Main' });
    else await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent(/may have been changed/));
    expect(world.calls.filter(({ path }) => path === '/login/changepassword')).toHaveLength(1);
  });
  it('the shell redirects to /home.html without a session, and shows no message', async () => {
    world.username = null;
    world.show();
    expect(await screen.findByRole('link', { name: 'Log In' })).toBeVisible();
    expect(window.location.pathname).toBe('/home.html');
    expect(screen.queryByText(/session has expired/)).not.toBeInTheDocument();
  });
});

describe('A link that is opened without a sign-in (product: Routes)', () => {
  const signIn = async (user: ReturnType<typeof world.show>): Promise<void> => {
    await user.click(await screen.findByRole('link', { name: 'Log In' }));
    await user.type(await screen.findByLabelText('Username'), 'demo-customer');
    await user.type(screen.getByLabelText('Password'), 'Demo-pass-1{Enter}');
    await screen.findByRole('navigation', { name: 'Main' });
  };
  it('is followed after it, once, and nothing else of the address is kept', async () => {
    world.username = null;
    const user = world.show('/?parcel=VTR-100041&cert=2467&password=x');
    await screen.findByRole('link', { name: 'Log In' });
    expect(sessionStorage.getItem('vitrine:address')).toBe('?parcel=VTR-100041&cert=2467');
    await signIn(user);
    expect(await screen.findByRole('heading', { level: 1, name: 'VTR-100041' })).toBeVisible();
    expect(window.location.search).toBe('');
    expect(sessionStorage.getItem('vitrine:address')).toBeNull();
  });
});

describe('The end of a session (product: Session; product: Error catalogue)', () => {
  const request = async (): Promise<void> => {
    const user = world.show();
    const [first] = await parcels();
    await user.click(
      await screen.findByRole('button', { name: new RegExp(`(Add|Remove) ${first} (to|from) cart`) }),
    );
  };
  it('a 401 is shown once and signs out', async () => {
    world.answerWith('/inventory/cart_stones', expired);
    world.answerWith('/inventory/uncart_stones', expired);
    await request();
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(screen.getAllByText('Your session has expired. Please log in again.')).toHaveLength(1);
    // It would end the session that another page of this browser has begun meanwhile.
    expect(world.calls.some(({ path }) => path === '/logout')).toBe(false);
  });
  it('a 402 is shown and ends no session', async () => {
    for (const path of ['/inventory/cart_stones', '/inventory/uncart_stones'])
      world.answerWith(path, { status: 402, body: { message: 'The stone has just been taken.' } });
    await request();
    expect(await screen.findByText('The stone has just been taken.')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
  it('any other failed response signs out with its message', async () => {
    for (const path of ['/inventory/cart_stones', '/inventory/uncart_stones'])
      world.answerWith(path, { status: 500, body: { message: 'Out of order' } });
    await request();
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(screen.getByText('Out of order')).toBeVisible();
    expect(world.calls.some(({ path }) => path === '/logout')).toBe(true);
  });
  it.each([500, 403, 422])('a %i says why it signs out, and nothing more', async (status) => {
    for (const path of ['/inventory/cart_stones', '/inventory/uncart_stones'])
      world.answerWith(path, { status, body: { message: 'Out of order' } });
    // What is asked while the portal signs out is answered by a session that has ended.
    world.answerWith('/inventory/details', expired);
    const { release } = world.hold('/logout');
    await request();
    expect(await screen.findByText('Out of order')).toBeVisible();
    const [first] = await parcels();
    fireEvent.click(within(await grid()).getByText(first!));
    await waitFor(() => expect(world.calls.some(({ path }) => path === '/inventory/details')).toBe(true));
    release();
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getByRole('alert')).toHaveTextContent('Out of order');
  });
  it('a proxy that cannot reach the server says nothing about the session: a click goes on', async () => {
    for (const path of ['/inventory/cart_stones', '/inventory/uncart_stones'])
      world.answerWith(path, { status: 502, body: '<html>Bad gateway</html>' });
    await request();
    expect(await screen.findByText('An error occurred.')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(world.calls.some(({ path }) => path === '/logout')).toBe(false);
  });
  it('opening a stone after the session has ended says so, and signs out', async () => {
    const user = world.show();
    const [first] = await parcels();
    world.answerWith('/inventory/details', expired);
    await user.click(within(await grid()).getByText(first!));
    expect(await screen.findByText('Your session has expired. Please log in again.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
  });
  it('Log Out in another window ends the session in this one', async () => {
    world.show();
    await grid();
    world.answerWith('/login/check', expired, 9);
    window.dispatchEvent(new StorageEvent('storage', { key: 'vitrine:saved:demo-customer', newValue: null }));
    expect(await screen.findByText('Your session has expired. Please log in again.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
  });
  it('signing in as another user in another window shows this one what that user sees', async () => {
    const user = world.show();
    await grid();
    expect(screen.queryByLabelText('Acting for')).not.toBeInTheDocument();
    const marked = localStorage.getItem('vitrine:session');
    expect(marked).toContain('demo-customer');
    world.username = 'demo-rep';
    window.dispatchEvent(new StorageEvent('storage', { key: 'vitrine:session', newValue: 'demo-rep' }));
    expect(await screen.findByLabelText('Acting for')).toBeVisible();
    expect(localStorage.getItem('vitrine:session')).toContain('demo-rep');
    await user.click(screen.getByRole('button', { name: 'Log Out' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(localStorage.getItem('vitrine:session')).toBeNull();
  });
  it('a failed background refresh ends no session', async () => {
    world.show();
    await grid();
    world.answerWith('/inventory/rows', expired, 9);
    world.answerWith('/inventory/available', { status: 500, body: {} }, 9);
    const asked = (): number => world.calls.filter(({ path }) => path === '/inventory/available').length;
    const before = asked();
    world.server.receive('VTR-100041', 'MEMO');
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
    expect(screen.queryByText(/expired|error/i)).not.toBeInTheDocument();
    expect(await grid()).toBeVisible();
  });
  it('Log Out purges what was saved', async () => {
    const user = world.show();
    await user.type(await screen.findByRole('searchbox', { name: 'Parcel Name' }), '1000');
    expect(localStorage.getItem('vitrine:saved:demo-customer')).toContain('1000');
    await user.click(screen.getByRole('button', { name: 'Log Out' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(localStorage.getItem('vitrine:saved:demo-customer')).toBeNull();
  });
});

describe('A view as a customer that begins or ends in another window (rule: View as customer)', () => {
  const admin = MADE_USERS.find(({ administrator }) => administrator)!;
  const viewer: User = {
    ...admin,
    administrator: false,
    customerId: MADE_CUSTOMER.customerId,
    viewingAs: { customerId: MADE_CUSTOMER.customerId, role: 'administrator', username: 'demo-customer' },
  };
  const asked = (): number => world.calls.filter(({ path }) => path === '/inventory/available').length;
  const becomes = (user: User): void => {
    world.answerWith('/login/check', { status: 200, body: user }, 9);
    window.dispatchEvent(
      new StorageEvent('storage', { key: `vitrine:saved:${admin.username}`, newValue: null }),
    );
  };

  it('shows nothing that was read with other rights, in either direction; the banner stands before the first row', async () => {
    world.username = admin.username;
    const user = world.show();
    expect(await parcels()).not.toEqual([]);
    const chosen = (): HTMLElement[] =>
      screen.queryAllByRole('checkbox', { name: /^Select /, checked: true });
    await user.click((await screen.findAllByRole('checkbox', { name: /^Select VTR-/ }))[0]!);
    expect(chosen()).toHaveLength(1);
    const before = asked();
    const held = world.hold('/inventory/available', '/login/customer');
    becomes(viewer);
    const banner = await screen.findByRole('complementary', { name: 'Viewing as a customer' });
    expect(banner).toHaveTextContent('demo-customer');
    expect(screen.queryAllByText(/^VTR-/)).toEqual([]);
    held.release();
    expect(await parcels()).not.toEqual([]);
    // What was chosen for oneself is not for the customer, and the other way round.
    expect(chosen()).toEqual([]);
    await user.click((await screen.findAllByRole('checkbox', { name: /^Select VTR-/ }))[1]!);
    expect(chosen()).toHaveLength(1);
    const viewed = asked();
    expect(viewed).toBeGreaterThan(before);
    becomes(admin);
    await waitFor(() => expect(asked()).toBeGreaterThan(viewed));
    expect(screen.queryByRole('complementary', { name: 'Viewing as a customer' })).not.toBeInTheDocument();
    expect(await parcels()).not.toEqual([]);
    expect(chosen()).toEqual([]);
  });
});

it('A forced sign-out keeps the drafts for the same user', async () => {
  const user = world.show();
  await user.type(await screen.findByRole('searchbox', { name: 'Parcel Name' }), '1000');
  for (const path of ['/inventory/cart_stones', '/inventory/uncart_stones']) world.answerWith(path, expired);
  await user.click(
    (await screen.findAllByRole('button', { name: / cart$/ })).find((button) =>
      button.hasAttribute('data-action'),
    )!,
  );
  await user.type(await screen.findByLabelText('Username'), 'demo-customer');
  await user.type(screen.getByLabelText('Password'), 'Demo-pass-1{Enter}');
  expect(await screen.findByRole('searchbox', { name: 'Parcel Name' })).toHaveValue('1000');
});

describe('The sidebar (product: Sidebar)', () => {
  it("shows 'N pcs / $amount' for each list that has items", async () => {
    world.show();
    const main = await screen.findByRole('navigation', { name: 'Main' });
    expect(await within(main).findByText(/^2 pcs \/ \$[\d,]+$/)).toBeVisible();
    await within(main).findByRole('region', { name: 'Account History' });
    expect(
      within(main)
        .getAllByRole('heading')
        .map((heading) => heading.textContent),
    ).toEqual(['My Inventory', 'Available', 'Cart', 'Account History']);
  });
  it('has no sub-tab for an empty list', async () => {
    const user = world.show();
    await showList(user, 'Cart');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Cart' })).not.toBeInTheDocument());
    expect(screen.getByText('0 stones found', { selector: 'p[role=status] *' })).toBeVisible();
  });
  it('shows no values where prices are hidden', async () => {
    world.username = 'demo-no-prices';
    world.show();
    expect(await screen.findByText('2 pcs')).toBeVisible();
    expect(document.body.textContent).not.toContain('$');
  });
});

describe('Stone tabs', () => {
  it('a row opens one; it is selected, and closing it goes back to the list', async () => {
    const user = world.show();
    const [first] = await parcels();
    await user.click(within(await grid()).getByText(first!));
    expect(await screen.findByRole('heading', { level: 1, name: first! })).toBeVisible();
    const strip = screen.getByRole('navigation', { name: 'Open stones' });
    await user.click(within(strip).getByRole('button', { name: /^Close/ }));
    expect(await grid()).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Open stones' })).not.toBeInTheDocument();
  });
  it('?parcel=&cert= opens one and redirects to /', async () => {
    world.show('/?parcel=VTR-100041&cert=2467');
    expect(await screen.findByRole('heading', { level: 1, name: 'VTR-100041' })).toBeVisible();
    const strip = within(screen.getByRole('navigation', { name: 'Open stones' }));
    // Once the stone is loaded its own number heads the tab, whatever the link gave.
    await waitFor(() => expect(strip.queryByRole('button', { name: '2467' })).toBeNull());
    expect(strip.getByRole('button', { name: /^\d+$/ })).toBeVisible();
    expect(window.location.search).toBe('');
  });
  it("a stone that is not there says 'Stone could not be loaded'", async () => {
    world.show('/?parcel=NOWHERE');
    expect(await screen.findByText('Stone could not be loaded')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});

describe('Staff', () => {
  it('make each call for the customer they chose', async () => {
    world.username = 'demo-rep';
    localStorage.setItem('vitrine:saved:demo-rep', JSON.stringify({ actingFor: 12 }));
    world.show();
    await grid();
    expect(world.calls.find(({ path }) => path === '/inventory/customer')?.headers.get('customer')).toBe(
      '12',
    );
  });
  it('go on acting for it when another window chooses another one, and the sign-in is confirmed again', async () => {
    world.username = 'demo-rep';
    localStorage.setItem('vitrine:saved:demo-rep', JSON.stringify({ actingFor: 12 }));
    world.show();
    await grid();
    const saved = JSON.parse(localStorage.getItem('vitrine:saved:demo-rep') ?? '{}') as object;
    localStorage.setItem('vitrine:saved:demo-rep', JSON.stringify({ ...saved, actingFor: 14 }));
    const before = world.calls.length;
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    const asked = (): (string | null)[] =>
      world.calls
        .slice(before)
        .filter(({ path }) => path === '/login/customer')
        .map(({ headers }) => headers.get('customer'));
    await waitFor(() => expect(asked()).toEqual(['12']));
  });
  it.each<[string, Partial<User>, string]>([
    ['a new password is chosen', { mustChangePassword: true }, 'Welcome to Vitrine'],
    ['the second factor is set up', { mustSetUpSecondFactor: true }, 'Set up your second factor'],
  ])('who act for a customer sign in: first %s, then they act for it', async (_what, duty, heading) => {
    world.username = 'demo-rep';
    localStorage.setItem('vitrine:saved:demo-rep', JSON.stringify({ actingFor: 12 }));
    const rep = MADE_USERS.find(({ username }) => username === 'demo-rep')!;
    const refused = { status: 402, body: { message: 'To begin, please …', code: 'PASSWORD_TO_BE_CHANGED' } };
    world.answerWith('/login/check', { status: 200, body: { user: { ...rep, ...duty } } }, 9);
    world.answerWith('/login/customer', refused, 9);
    const user = world.show();
    const dialog = within(await screen.findByRole('dialog', { name: heading }));
    expect(world.calls.some(({ path }) => path === '/login/customer')).toBe(false);
    world.answerWith('/login/check', refused, 0);
    world.answerWith('/login/customer', refused, 0);
    if (duty.mustChangePassword) {
      await user.type(dialog.getByLabelText('Old password'), 'Demo-pass-1');
      await user.type(dialog.getByLabelText('New password'), 'New-pass-1');
      await user.type(dialog.getByLabelText('Repeat new password'), 'New-pass-1');
      await user.click(dialog.getByRole('button', { name: 'Change Password' }));
    } else {
      const begun = { secret: 'MADEMADE', uri: 'otpauth://totp/made' };
      world.answerWith('/login/secondfactor/begin', { status: 200, body: begun });
      world.answerWith('/login/secondfactor/confirm', {
        status: 200,
        body: { recoveryCodes: ['aaaa-bbbb'] },
      });
      await user.type(dialog.getByLabelText('Password'), 'Demo-pass-1');
      await user.click(dialog.getByRole('button', { name: 'Continue' }));
      await user.type(await dialog.findByLabelText('Code'), '123456');
      await user.click(dialog.getByRole('button', { name: 'Turn On' }));
      await user.click(await dialog.findByRole('button', { name: 'I have kept them' }));
    }
    await grid();
    const first = world.calls.find(({ path }) => path === '/inventory/customer');
    expect(first?.headers.get('customer')).toBe('12');
  });
  it("a chosen customer that is no longer there is only logged: 'Error, customer not found'", async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    world.username = 'demo-rep';
    localStorage.setItem('vitrine:saved:demo-rep', JSON.stringify({ actingFor: 99 }));
    world.answerWith('/login/customer', {
      status: 402,
      body: { message: 'There is no customer 99.', code: 'UNKNOWN_CUSTOMER' },
    });
    world.show();
    await grid();
    expect(log).toHaveBeenCalledWith('Error, customer not found');
    expect(screen.queryByText('There is no customer 99.')).not.toBeInTheDocument();
    expect(
      world.calls.find(({ path }) => path === '/inventory/customer')?.headers.get('customer'),
    ).toBeNull();
    log.mockRestore();
  });
});
