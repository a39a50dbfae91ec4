import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetKept } from '#web-shared/last-seen.ts';
import { setAway } from '../../lib/connection.ts';
import { madeCaches } from '../../testing/made-caches.ts';
import { MADE_USERS } from '../../testing/made-people.ts';
import { grid, parcels, portalWorld } from '../../testing/render-portal.tsx';

// How often a call is made again is asked for here, and not how long it waits before.
vi.mock('#web-shared/http/read-again.ts', async (original) => ({
  ...(await original<typeof import('#web-shared/http/read-again.ts')>()),
  retryDelay: () => 1,
}));

const world = portalWorld(30, 4);
const CACHE = 'vitrine-last-seen';
let device = madeCaches(() => Promise.reject(new Error('nothing is loaded here')));

beforeEach(() => {
  device = madeCaches(() => Promise.reject(new Error('nothing is loaded here')));
  vi.stubGlobal('caches', device);
  // The page of a test has no idle time, and waits a second for it before each list is kept.
  vi.stubGlobal('requestIdleCallback', (work: () => void) => window.setTimeout(work));
  vi.stubGlobal('cancelIdleCallback', (handle: number) => window.clearTimeout(handle));
});
afterEach(() => {
  cleanup();
  forgetKept();
  setAway(null);
});

/** Everything is loaded, and the page is left: then it is kept. */
async function keptOf(username: string): Promise<void> {
  world.username = username;
  world.show();
  await grid();
  await vi.waitFor(
    () => {
      hide();
      expect(device.stores.get(CACHE)?.has('/last-seen')).toBe(true);
    },
    { timeout: 20_000 },
  );
  cleanup();
}

function hide(): void {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  state.mockRestore();
}

function networkIs(there: boolean): void {
  if (there) for (const path of ['/login/check', '/configuration']) world.answerWith(path, 'network lost', 0);
  else for (const path of ['/login/check', '/configuration']) world.answerWith(path, 'network lost', 100);
}

describe('Without a network (product: Without a network)', () => {
  it('the portal opens on what was last seen, marked as of when, with what needs the server closed, and comes back by itself', async () => {
    await keptOf('demo-customer');
    networkIs(false);
    world.show();
    expect(await screen.findByText(/^No connection: as of \d+:\d\d [AP]M\.$/)).toBeVisible();
    expect((await parcels()).length).toBe(15);
    const user = userEvent.setup();
    await user.click(within(await grid()).getAllByRole('checkbox')[1]!);
    const add = screen.getByRole('button', { name: 'Add to cart' });
    expect(add).toBeDisabled();
    expect(add).toHaveAttribute('title', 'There is no connection: this needs the server.');
    await user.click(screen.getByRole('button', { name: 'Profile' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Profile' }));
    expect(drawer.getByRole('button', { name: 'Invoices' })).toBeDisabled();
    networkIs(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(/^No connection: as of/)).not.toBeInTheDocument());
    expect(drawer.getByRole('button', { name: 'Invoices' })).toBeEnabled();
  });

  it.each([
    [402, { message: 'Please try again in a moment.', code: 'UNAVAILABLE' }],
    [402, { message: 'Please try again in a moment.', code: 'READ_MODEL_BEHIND' }],
    [503, '<html>Bad gateway</html>'],
  ])('a reload while the server is out of order (%i %j) ends no session', async (status, body) => {
    await keptOf('demo-customer');
    world.answerWith('/login/check', { status, body }, 100);
    world.show();
    expect(await screen.findByText(/^No connection: as of/)).toBeVisible();
    expect(window.location.pathname).toBe('/');
    expect(device.stores.has(CACHE)).toBe(true);
    cleanup();
    forgetKept();
    setAway(null);
    const user = world.show();
    expect(await screen.findByText('No connection')).toBeVisible();
    world.answerWith('/login/check', { status, body }, 0);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await grid()).toBeVisible();
  });

  it('a reload while there are too many calls says so, and shows nothing that was last seen', async () => {
    await keptOf('demo-customer');
    const body = { message: 'Too much at a time.', code: 'TOO_MANY' };
    world.answerWith('/login/check', { status: 402, body });
    const user = world.show();
    expect(await screen.findByText('Too much at a time.')).toBeVisible();
    expect(screen.queryByText(/^No connection/)).not.toBeInTheDocument();
    expect(device.stores.has(CACHE)).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await grid()).toBeVisible();
  });

  it('who comes with a ticket sees nothing that another person has last seen', async () => {
    await keptOf('demo-customer');
    world.answerWith('/login/redeem', 'network lost', 100);
    const user = world.show('/#ticket=T-1');
    expect(await screen.findByText('No connection')).toBeVisible();
    expect(screen.queryByText(/^No connection: as of/)).not.toBeInTheDocument();
    const rep = MADE_USERS.find(({ username }) => username === 'demo-rep');
    world.username = 'demo-rep';
    world.answerWith('/login/redeem', { status: 200, body: rep });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await grid()).toBeVisible();
  });

  it('a session that was ended meanwhile is signed out then, and nothing stays', async () => {
    await keptOf('demo-customer');
    networkIs(false);
    world.show();
    await screen.findByText(/^No connection: as of/);
    networkIs(true);
    world.username = null;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('Your session has expired. Please log in again.')).toBeVisible();
    await waitFor(() => expect(device.stores.has(CACHE)).toBe(false));
  });

  it('nothing stays when staff look as a customer, nor after Log Out', async () => {
    await keptOf('demo-customer');
    const session = device.stores.get(CACHE)!.get('/last-seen/%5B%22session%22%5D')!;
    const viewingAs = { customerId: 1, username: 'demo-customer', role: 'administrator' };
    const looking = { ...((await session.clone().json()) as object), viewingAs };
    world.answerWith('/login/check', { status: 200, body: { user: looking } }, 100);
    world.show();
    await grid();
    hide();
    expect(device.stores.has(CACHE)).toBe(false);
    cleanup();
    world.answerWith('/login/check', 'network lost', 0);
    await keptOf('demo-customer');
    const user = world.show();
    await user.click(await screen.findByRole('button', { name: 'Log Out' }));
    await waitFor(() => expect(device.stores.has(CACHE)).toBe(false));
    networkIs(false);
    cleanup();
    world.show('/');
    expect(await screen.findByText('No connection')).toBeVisible();
  });
});
