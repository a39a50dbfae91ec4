import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { savedValue } from '../../lib/saved-state.ts';
import { MADE_CUSTOMER, MADE_USERS } from '../../testing/made-people.ts';
import { portalWorld, showList } from '../../testing/render-portal.tsx';

const world = portalWorld(20, 12);

it('staff act for a customer before its record has come, which is asked for again after a failure (rule: Failures that never sign out)', async () => {
  world.username = 'demo-rep';
  localStorage.setItem('vitrine:saved:demo-rep', JSON.stringify({ actingFor: 12 }));
  const { answer } = world.server;
  let asked = 0;
  world.server.answer = (path, ...call) =>
    // The first time the sign-in is confirmed.
    path === '/login/customer' && ++asked === 2 ? { status: 503, body: {} } : answer(path, ...call);
  const user = world.show();
  const banner = await screen.findByRole('complementary', { name: 'Acting for a customer' });
  const [box] = await screen.findAllByRole('checkbox', { name: /^Select VTR-/ });
  await user.click(box!);
  const add = within(screen.getByRole('group', { name: 'Actions' })).getByRole('button');
  await waitFor(() => expect(asked).toBe(2));
  expect(add).toBeEnabled();
  await waitFor(() => expect(banner).toHaveTextContent(MADE_CUSTOMER.name), { timeout: 15_000 });
  expect(asked).toBe(3);
  expect(box).toBeInTheDocument();
});

it('given a record that does not come, models are ordered for the customer acted for, which the selector and the profile show', async () => {
  world.username = 'demo-rep';
  localStorage.setItem('vitrine:saved:demo-rep', JSON.stringify({ actingFor: 12 }));
  const { answer } = world.server;
  let asked = 0;
  world.server.answer = (path, ...call) =>
    // The first time the sign-in is confirmed.
    path === '/login/customer' && ++asked > 1 ? { status: 503, body: {} } : answer(path, ...call);
  const user = world.show();
  await showList(user, 'Available', 'Core Jewellery');
  await user.click(await screen.findByRole('button', { name: 'One RI-P more' }));
  expect(savedValue('demo-rep', 'order:jewellery/12')).toEqual({ 'RI-P': 1 });
  expect(savedValue('demo-rep', 'order:jewellery/none')).toBeUndefined();
  expect(screen.getByRole('combobox', { name: 'Acting for' })).toHaveValue('12');
  await user.click(screen.getByRole('button', { name: 'Profile' }));
  const drawer = await screen.findByRole('dialog', { name: 'Profile' });
  expect(within(drawer).getByRole('heading', { name: 'customer 12' })).toBeVisible();
  expect(drawer).not.toHaveTextContent('No customer is chosen.');
});

it('a view whose session has ended is signed out of by End view, which says so once (product: Error catalogue)', async () => {
  const admin = MADE_USERS.find(({ administrator }) => administrator)!;
  const { customerId } = MADE_CUSTOMER;
  const viewingAs = { customerId, role: 'administrator', username: 'demo-customer' };
  const viewer = { ...admin, administrator: false, customerId, viewingAs };
  world.answerWith('/login/check', { status: 200, body: viewer }, 9);
  const user = world.show();
  const end = await screen.findByRole('button', { name: 'End view' });
  const expired = { status: 401, body: { message: 'no' } };
  world.answerWith('/api/view-as/end', expired);
  world.answerWith('/login/check', expired, 9);
  await user.click(end);
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(screen.getAllByText('Your session has expired. Please log in again.')).toHaveLength(1);
});
