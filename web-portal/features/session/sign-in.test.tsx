import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeAnswer } from '../../testing/made-answer.ts';
import { MADE_USERS } from '../../testing/made-people.ts';
import { portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld(0);
const WRONG = 'Please check your username and password.';

beforeEach(() => {
  world.username = null;
});

describe('A failed sign-in (product: Error catalogue)', () => {
  it.each<[string, FakeAnswer | 'network lost', string]>([
    ['a wrong password', { status: 401, body: { message: 'Login Failed' } }, WRONG],
    ['a server out of order', { status: 500, body: { message: 'Out of order.' } }, 'Out of order.'],
    ['a proxy without its server', { status: 503, body: '<html>Bad gateway</html>' }, 'An error occurred.'],
    ['a lost network', 'network lost', 'No connection to the server. Please try again.'],
  ])('says why: %s', async (_, answer, words) => {
    world.answerWith('/login', answer);
    const user = world.show('/login');
    await user.type(await screen.findByLabelText('Username'), 'demo-customer');
    await user.type(screen.getByLabelText('Password'), 'Demo-pass-1{Enter}');
    expect(await screen.findByText('Login Failed')).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    if (words !== WRONG) expect(screen.queryByText(WRONG)).not.toBeInTheDocument();
  });
});
describe('A ticket in the address (product: Routes)', () => {
  const paths = (): string[] =>
    world.calls.map(({ path }) => path).filter((path) => path.startsWith('/login/'));
  const shown = (): Promise<void> => waitFor(() => expect(paths()).toContain('/login/customer'));

  it('signs its user in, also in place of another session', async () => {
    world.username = 'demo-rep';
    const user = MADE_USERS.find(({ username }) => username === 'demo-customer');
    world.answerWith('/login/redeem', { status: 200, body: user });
    world.show('/#ticket=T-1');
    await shown();
    expect(paths()[0]).toBe('/login/redeem');
    expect(world.calls.find(({ path }) => path === '/login/redeem')?.body).toEqual({ ticket: 'T-1' });
    expect(paths()).not.toContain('/login/check');
    expect(window.location.hash).toBe('');
  });
  it('that is not good is a failed sign-in, and shows no session that another user has here', async () => {
    world.username = 'demo-customer';
    world.answerWith('/login/redeem', { status: 401, body: { message: 'Login Failed' } });
    world.show('/#ticket=T-1');
    expect(await screen.findByText('Login Failed')).toBeVisible();
    expect(paths()).toEqual(['/login/redeem']);
  });
  it.each([
    'network lost',
    { status: 402, body: { message: 'Please try again.', code: 'UNAVAILABLE' } },
  ] as const)(
    'is redeemed again, under the same key, where the first call was not answered (%j)',
    async (answer) => {
      world.username = 'demo-rep';
      world.answerWith('/login/redeem', answer);
      const user = MADE_USERS.find(({ username }) => username === 'demo-customer');
      world.show('/#ticket=T-1');
      await waitFor(() => expect(paths()).toContain('/login/redeem'));
      world.answerWith('/login/redeem', { status: 200, body: user });
      await shown();
      expect(paths().slice(0, 2)).toEqual(['/login/redeem', '/login/redeem']);
      const redeems = world.calls.filter(({ path }) => path === '/login/redeem');
      const [first, second] = redeems.map(({ headers }) => headers.get('idempotency-key'));
      expect([first, second]).toEqual([expect.any(String), first]);
      expect(paths()).not.toContain('/login/check');
    },
  );
  it('is redeemed at the next try where there were too many: no other session is shown instead', async () => {
    world.username = 'demo-rep';
    const tooMany = { status: 402, body: { message: 'Too many attempts.', code: 'TOO_MANY' } };
    world.answerWith('/login/redeem', tooMany);
    const user = world.show('/#ticket=T-1');
    expect(await screen.findByText('Too many attempts.')).toBeVisible();
    const body = MADE_USERS.find(({ username }) => username === 'demo-customer');
    world.answerWith('/login/redeem', { status: 200, body });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await shown();
    expect(paths().slice(0, 2)).toEqual(['/login/redeem', '/login/redeem']);
    expect(paths()).not.toContain('/login/check');
  });
});
describe('The page that a forgotten password leads to (rule: Forgotten password)', () => {
  const choose = async (user: UserEvent, newPassword: string): Promise<void> => {
    await user.type(await screen.findByLabelText('New password'), newPassword);
    await user.type(screen.getByLabelText('Repeat new password'), newPassword);
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
  };

  it('says at once that its link is incomplete, and where there is another', async () => {
    world.show('/newpassword');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This link is incomplete' }),
    ).toBeInTheDocument();
    expect(screen.getByText(/^Its end is missing\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask for another link' })).toHaveAttribute(
      'href',
      '/forgotpassword',
    );
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
  });
  it('sends the password again under the same key where no answer came', async () => {
    world.answerWith('/login/newpassword', 'network lost');
    const user = world.show('/newpassword#token=T-1');
    await choose(user, 'Another-pass-1');
    expect(await screen.findByText(/it is not done twice\.$/)).toBeVisible();
    world.answerWith('/login/newpassword', { status: 200, body: { username: 'demo-rep' } });
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeVisible();
    const [first, second] = world.calls.map(({ headers }) => headers.get('idempotency-key'));
    expect([first, second]).toEqual([expect.any(String), first]);
  });
  it('takes a newer link that is opened in its place', async () => {
    world.answerWith('/login/newpassword', { status: 402, body: { message: 'This link has been used.' } });
    const user = world.show('/newpassword#token=old');
    await choose(user, 'Another-pass-1');
    expect(await screen.findByText('This link has been used.')).toBeVisible();
    act(() => {
      window.location.hash = '#token=new';
    });
    await waitFor(() => expect(screen.queryByText('This link has been used.')).not.toBeInTheDocument());
    world.answerWith('/login/newpassword', { status: 200, body: { username: 'demo-rep' } });
    await choose(user, 'Another-pass-1');
    expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeVisible();
    expect(world.calls.map(({ body }) => body['token'])).toEqual(['old', 'new']);
  });
});
