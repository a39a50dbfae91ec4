import { screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { grid, portalWorld, showList } from '../../testing/render-portal.tsx';

const world = portalWorld(40, 6);

const inProfile = (name: string) => async (user: UserEvent) => {
  await user.click(await screen.findByRole('button', { name: 'Profile' }));
  const drawer: BoundFunctions<typeof queries> = within(
    await screen.findByRole('dialog', { name: 'Profile' }),
  );
  await user.click(await drawer.findByRole('button', { name }));
};

it.each([
  ['/billing/month', inProfile('Invoices')],
  ['/reports/year', inProfile('My year')],
  ['/memo/reminders', inProfile('Memo reminders')],
  [
    '/searches',
    async (user: UserEvent) => user.click(await screen.findByRole('button', { name: /^Saved searches/ })),
  ],
  [
    '/jewellery/back_orders',
    async (user: UserEvent) => {
      await showList(user, 'Available', 'Core Jewellery');
      await user.click(await screen.findByRole('button', { name: 'Back orders' }));
    },
  ],
])('what refuses %s is shown once, in its own place', async (path, open) => {
  world.answerWith(path, { status: 402, body: { message: 'Not now.' } }, 99);
  const user = world.show();
  await grid();
  await open(user);
  await screen.findByText('Not now.');
  await world.untilAnswered();
  expect(screen.getAllByText('Not now.')).toHaveLength(1);
});

it('memo reminders are read each time: another window may have set them', async () => {
  const reminders = (daysBefore: number) =>
    world.answerWith('/memo/reminders', { status: 200, body: { on: true, daysBefore } }, 9);
  const user = world.show();
  await grid();
  reminders(3);
  await inProfile('Memo reminders')(user);
  expect(await screen.findByLabelText('Days before')).toHaveValue('3');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByLabelText('Days before')).not.toBeInTheDocument());
  reminders(7);
  await user.click(await screen.findByRole('button', { name: 'Memo reminders' }));
  await waitFor(() => expect(screen.getByLabelText('Days before')).toHaveValue('7'));
});

it.each(['/login/check', '/login/customer'])(
  'a reload while %s is refused says why, and goes on at the next try (rule: 402 or sign-out)',
  async (path) => {
    world.username = 'demo-rep';
    localStorage.setItem('vitrine:saved:demo-rep', JSON.stringify({ actingFor: 12 }));
    world.answerWith(path, { status: 402, body: { message: 'Too much at a time.', code: 'TOO_MANY' } });
    const user = world.show();
    expect(await screen.findByText('Too much at a time.')).toBeVisible();
    expect(window.location.pathname).toBe('/');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await grid();
    expect(
      world.calls.findLast(({ path: called }) => called === '/inventory/customer')?.headers.get('customer'),
    ).toBe('12');
  },
);
