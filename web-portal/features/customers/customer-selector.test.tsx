import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { savedValue } from '../../lib/saved-state.ts';
import { MADE_CUSTOMER } from '../../testing/made-people.ts';
import { portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld(20, 12);

const actedFor = (): unknown => savedValue('demo-rep', 'actingFor');

async function showSelector() {
  world.username = 'demo-rep';
  const user = world.show();
  const selector = await screen.findByRole('combobox', { name: 'Acting for' });
  await waitFor(() => expect(selector).toBeEnabled());
  selector.focus();
  /** What a browser does at an arrow key on a closed list; jsdom's lists hear no keys. */
  const comeBy = (customerId: number): void => {
    fireEvent.keyDown(selector, { key: 'ArrowDown' });
    fireEvent.change(selector, { target: { value: String(customerId) } });
    fireEvent.keyUp(selector, { key: 'ArrowDown' });
  };
  return { user, selector, comeBy };
}

it('a customer that the arrow keys come by is not acted for before Enter (product: Bottom items)', async () => {
  const { user, selector, comeBy } = await showSelector();
  comeBy(MADE_CUSTOMER.customerId);
  expect(selector).toHaveValue(String(MADE_CUSTOMER.customerId));
  expect(actedFor()).toBeUndefined();
  expect(screen.getByText('Enter changes it')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(actedFor()).toBe(MADE_CUSTOMER.customerId);
});

it('nor before the list is left', async () => {
  const { user, comeBy } = await showSelector();
  comeBy(MADE_CUSTOMER.customerId);
  await user.tab();
  expect(actedFor()).toBe(MADE_CUSTOMER.customerId);
});

it('Esc takes it back', async () => {
  const { user, selector, comeBy } = await showSelector();
  comeBy(MADE_CUSTOMER.customerId);
  await user.keyboard('{Escape}');
  expect(selector).toHaveValue('');
  await user.tab();
  expect(actedFor()).toBeUndefined();
});

it('a choice from the list that a key opened counts at once', async () => {
  const { selector } = await showSelector();
  fireEvent.keyDown(selector, { key: 'ArrowDown', altKey: true });
  fireEvent.change(selector, { target: { value: String(MADE_CUSTOMER.customerId) } });
  expect(actedFor()).toBe(MADE_CUSTOMER.customerId);
});

it('on a Mac, where an arrow key opens the list, a choice counts at once', async () => {
  const platform = vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
  onTestFinished(() => platform.mockRestore());
  const { comeBy } = await showSelector();
  comeBy(MADE_CUSTOMER.customerId);
  expect(actedFor()).toBe(MADE_CUSTOMER.customerId);
});
