import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { User } from '#contracts/api/session.ts';
import { MADE_USERS } from '../../testing/made-people.ts';
import { grid, portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld(6);
const SESSION = 'vitrine:session';
const becomes = (username: string, duty: Partial<User>): void => {
  const user = MADE_USERS.find((one) => one.username === username)!;
  world.answerWith('/login/check', { status: 200, body: { ...user, ...duty } }, 9);
};

it('a new password that had to be chosen is noted for the other windows', async () => {
  world.username = 'demo-new';
  const user = world.show();
  const dialog = within(await screen.findByRole('dialog', { name: 'Welcome to Vitrine' }));
  const before = localStorage.getItem(SESSION);
  await user.type(dialog.getByLabelText('Old password'), 'Demo-pass-1');
  await user.type(dialog.getByLabelText('New password'), 'New-pass-1');
  await user.type(dialog.getByLabelText('Repeat new password'), 'New-pass-1');
  await user.click(dialog.getByRole('button', { name: 'Change Password' }));
  await grid();
  expect(localStorage.getItem(SESSION)).toEqual(expect.stringContaining('demo-new'));
  expect(localStorage.getItem(SESSION)).not.toBe(before);
});

it('a form for a new password says from the start what is to be done first, as a mistake once it is touched', async () => {
  // Given the form as it opens
  world.username = 'demo-new';
  const user = world.show();
  const dialog = within(await screen.findByRole('dialog', { name: 'Welcome to Vitrine' }));
  // Then the first failing rule stands at its field, which is not wrong yet
  const old = dialog.getByLabelText('Old password');
  expect(old).toHaveAccessibleDescription('Please enter your old password.');
  expect(old).not.toHaveAttribute('aria-invalid');
  expect(dialog.queryByRole('alert')).toBeNull();
  // When something is typed elsewhere, it is
  await user.type(dialog.getByLabelText('New password'), 'N');
  expect(old).toHaveAttribute('aria-invalid', 'true');
  expect(dialog.getByRole('alert')).toHaveTextContent('Please enter your old password.');
});

it.each<[string, Partial<User>, string]>([
  ['the password is changed', { mustChangePassword: true }, 'Welcome to Vitrine'],
  ['the second factor is set up', { mustSetUpSecondFactor: true }, 'Set up your second factor'],
])('where %s in another window, this one goes on without its dialog', async (_what, duty, heading) => {
  world.username = 'demo-rep';
  becomes('demo-rep', duty);
  world.show();
  await screen.findByRole('dialog', { name: heading });
  const before = localStorage.getItem(SESSION);
  becomes('demo-rep', {});
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: SESSION, newValue: 'done' })));
  await grid();
  expect(screen.queryByRole('dialog', { name: heading })).not.toBeInTheDocument();
  expect(localStorage.getItem(SESSION)).not.toBe(before);
});

/** Shows the codes in the dialog in which the second factor is set up before anything else. */
async function setUpFirst() {
  const factor = '/login/secondfactor';
  world.username = 'demo-rep';
  becomes('demo-rep', { mustSetUpSecondFactor: true });
  world.answerWith(`${factor}/begin`, {
    status: 200,
    body: { secret: 'MADEMADE', uri: 'otpauth://totp/made' },
  });
  world.answerWith(`${factor}/confirm`, { status: 200, body: { recoveryCodes: ['AAAA-BBBB'] } });
  const user = world.show();
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up your second factor' }));
  await user.type(await dialog.findByLabelText('Password'), 'Demo-pass-1{Enter}');
  expect(dialog.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await user.type(await dialog.findByLabelText('Code'), '123456{Enter}');
  expect(await dialog.findByText('AAAA-BBBB')).toBeVisible();
  return { user, dialog };
}
const asksBeforeUnload = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('beside the recovery codes, which are shown once, stands no Log Out', async () => {
  const { dialog } = await setUpFirst();
  expect(dialog.queryByRole('button', { name: 'Log Out' })).not.toBeInTheDocument();
});

it.each<[string, () => void]>([
  ['learns that it is set up', () => becomes('demo-rep', {})],
  ['ends the session', () => world.answerWith('/login/check', { status: 401 }, 1)],
])('the codes stay when another window %s, and the page asks before it is left', async (_what, happens) => {
  const { user, dialog } = await setUpFirst();
  happens();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: SESSION, newValue: 'done' })));
  await world.untilAnswered();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(dialog.getByText('AAAA-BBBB')).toBeVisible();
  expect(asksBeforeUnload()).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'I have kept them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(asksBeforeUnload()).toBe(false);
});
