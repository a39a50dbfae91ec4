import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { grid, portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld(6);

it('Account Security stays open over recovery codes until they are kept: they are not shown again', async () => {
  const factor = '/login/secondfactor';
  const body = { enabled: true, required: false, recoveryCodes: 3 };
  world.username = 'demo-rep';
  world.answerWith('/login/sessions', { status: 200, body: [] });
  world.answerWith(factor, { status: 200, body }, Infinity);
  world.answerWith(`${factor}/codes`, { status: 200, body: { recoveryCodes: ['AAAA-BBBB', 'CCCC-DDDD'] } });
  const user = world.show();
  await grid();
  await user.click(await screen.findByRole('button', { name: 'Profile' }));
  await user.click(await screen.findByRole('button', { name: 'Account Security' }));
  const modal = await screen.findByRole('dialog', { name: 'Account Security' });
  await user.click(await within(modal).findByRole('button', { name: 'New Recovery Codes' }));
  await user.type(within(modal).getByLabelText('Code'), '123456{Enter}');
  expect(await within(modal).findByText('AAAA-BBBB')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(within(modal).getByText('AAAA-BBBB')).toBeVisible();
  expect(within(modal).getByRole('button', { name: 'Close' })).toBeDisabled();
  await user.click(within(modal).getByRole('button', { name: 'I have kept them' }));
  await within(modal).findByText(/3 recovery codes left/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(modal).not.toBeInTheDocument());
});

it('a second factor that could not be read can be asked for again', async () => {
  world.username = 'demo-rep';
  world.answerWith('/login/sessions', { status: 200, body: [] });
  world.answerWith('/login/secondfactor', { status: 503, body: { message: 'Back in a minute.' } });
  const user = world.show();
  await grid();
  await user.click(await screen.findByRole('button', { name: 'Profile' }));
  await user.click(await screen.findByRole('button', { name: 'Account Security' }));
  await screen.findByText('Your second factor could not be loaded');
  const body = { enabled: false, required: false, recoveryCodes: 0 };
  world.answerWith('/login/secondfactor', { status: 200, body });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Set Up' })).toBeVisible();
});

it('a customer’s user that was staff can turn its second factor off, and set up no other', async () => {
  const factor = '/login/secondfactor';
  const off = { enabled: false, required: false, recoveryCodes: 0 };
  world.answerWith('/login/sessions', { status: 200, body: [] });
  world.answerWith(factor, { status: 200, body: { ...off, enabled: true, recoveryCodes: 3 } }, Infinity);
  world.answerWith(`${factor}/remove`, { status: 200, body: off });
  const user = world.show();
  await grid();
  await user.click(await screen.findByRole('button', { name: 'Profile' }));
  await user.click(await screen.findByRole('button', { name: 'Account Security' }));
  const modal = within(await screen.findByRole('dialog', { name: 'Account Security' }));
  await user.click(await modal.findByRole('button', { name: 'Turn Off' }));
  await user.type(modal.getByLabelText('Password'), 'Demo-pass-1');
  await user.type(modal.getByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(modal.queryByRole('heading', { name: 'Second factor' })).toBeNull());
  expect(modal.queryByRole('button', { name: 'Set Up' })).toBeNull();
  expect(modal.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
});

it('the focus stays among the sessions once one is ended, and on the heading once all others are', async () => {
  const signedInAt = '2026-11-20T10:00:00.000Z';
  const session = (n: number) => ({
    id: `00000000-0000-4000-8000-00000000000${n}`,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
    address: '192.0.2.1',
    signedInAt,
    lastUsedAt: `2026-11-20T1${n}:00:00.000Z`,
    own: n === 1,
  });
  const answer = (path: string, body: unknown) => world.answerWith(path, { status: 200, body });
  const press = async (pressed: HTMLElement): Promise<void> => {
    act(() => pressed.focus());
    await user.keyboard('{Enter}');
  };
  answer('/login/secondfactor', { enabled: false, required: false, recoveryCodes: 0 });
  answer('/login/sessions', [1, 2, 3, 4].map(session));
  const user = world.show();
  await grid();
  await user.click(await screen.findByRole('button', { name: 'Profile' }));
  await user.click(await screen.findByRole('button', { name: 'Account Security' }));
  const modal = within(await screen.findByRole('dialog', { name: 'Account Security' }));
  // Given others whose buttons say by their last use which of them is meant
  const buttonOf = (time: string) =>
    modal.findByRole('button', {
      name: `End the session of Chrome on Linux, last used Nov 20, 2026 ${time} AM`,
    });
  const [first, second] = [await buttonOf('7:00'), await buttonOf('8:00')];
  // When one of them is ended
  answer('/login/sessions/end', { ended: 1 });
  answer('/login/sessions', [1, 3, 4].map(session));
  await press(first);
  // Then the next has the focus
  await waitFor(() => expect(second).toHaveFocus());
  // And once the button for all of them is gone with them, the heading
  answer('/login/sessions/end', { ended: 2 });
  answer('/login/sessions', [session(1)]);
  await press(modal.getByRole('button', { name: 'End all others' }));
  await waitFor(() => expect(modal.getByRole('heading', { name: 'Account Security' })).toHaveFocus());
});
