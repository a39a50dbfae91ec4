import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { officeWorld } from '../testing/render-back-office.tsx';

/** Recovery codes are shown once: what they stand on is not left by a slip (rule: Second factor). */
const world = officeWorld();
const CODES = { recoveryCodes: ['AAAA-BBBB', 'CCCC-DDDD'] };
const logOut = () => screen.queryByRole('button', { name: 'Log Out' });
const keep = async (user: UserEvent): Promise<void> =>
  user.click(screen.getByRole('button', { name: 'I have kept them' }));

const asksBeforeUnload = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
/** Shows the codes on the page on which the second factor is set up before anything else. */
async function setUpFirst(): Promise<UserEvent> {
  world.user = { ...world.user!, mustSetUpSecondFactor: true };
  world.respond('POST /login/secondfactor/begin', () =>
    HttpResponse.json({ secret: 'MADEMADE', uri: 'otpauth://totp/made' }),
  );
  world.respond('POST /login/secondfactor/confirm', () => HttpResponse.json(CODES));
  const user = world.show('/second-factor');
  await user.type(await screen.findByLabelText('Password'), 'Demo-pass-1{Enter}');
  expect(logOut()).toBeVisible();
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByText('AAAA-BBBB')).toBeVisible();
  return user;
}

beforeEach(() => {
  const state = { enabled: true, required: false, recoveryCodes: 3 };
  world.respond('POST /login/secondfactor', () => HttpResponse.json(state));
  world.respond('POST /login/sessions', () => HttpResponse.json([]));
});

it('one’s account is not left over them without a question', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
  world.respond('POST /login/secondfactor/codes', () => HttpResponse.json(CODES));
  const user = world.show('/account');
  await user.click(await screen.findByRole('button', { name: 'New Recovery Codes' }));
  await user.type(screen.getByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByText('AAAA-BBBB')).toBeVisible();
  await user.click(screen.getAllByRole('link', { name: 'Customers' })[0]!);
  await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
  expect(screen.getByText('AAAA-BBBB')).toBeVisible();
  await keep(user);
  await user.click(screen.getAllByRole('link', { name: 'Customers' })[0]!);
  expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeInTheDocument();
  expect(confirm).toHaveBeenCalledOnce();
});

it('the page on which the second factor is set up first has no Log Out beside them', async () => {
  await setUpFirst();
  expect(logOut()).not.toBeInTheDocument();
});

it('that page stays when another window learns that it is set up, and asks before it is left', async () => {
  const user = await setUpFirst();
  const { mustSetUpSecondFactor: _, ...free } = world.user!;
  world.user = free;
  const asked = (): number => world.calls.filter((call) => call === 'POST /login/check').length;
  const before = asked();
  const newValue = JSON.stringify([free.username, true]);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'vitrine:session', newValue })));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked()).toBe(before);
  expect(screen.getByText('AAAA-BBBB')).toBeVisible();
  expect(asksBeforeUnload()).toBe(true);
  await keep(user);
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeInTheDocument();
  expect(asksBeforeUnload()).toBe(false);
});
