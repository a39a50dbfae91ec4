import { onlineManager } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, onTestFinished, vi } from 'vitest';
import { PEOPLE } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const asked = (path: string) => world.calls.filter((call) => call === `GET ${path}`).length;

it('what is not there is shown immediately and asked for once', async () => {
  world.answerWith('/api/desires/d-1', { status: 404, body: { message: 'There is no desire d-1.' } });
  world.show('/desires/d-1/show');
  await screen.findByRole('alert');
  expect(asked('/api/desires/d-1')).toBe(1);
});

it.each(['UNAVAILABLE', 'FILES_UNAVAILABLE'])('a store that is away is asked again (%s)', async (code) => {
  world.answerWith('/api/projections', { status: 503, body: { message: 'Wait.', code } });
  world.show('/projections');
  await expect.poll(() => asked('/api/projections'), { timeout: 20_000 }).toBeGreaterThan(1);
});

it('a form that is saved without a network fails at once, and is not sent when there is one again', async () => {
  // Given a user's form in which something is typed, and a network that goes away
  const rep = PEOPLE.find(({ username }) => username === 'demo-rep')!;
  world.respond('GET /api/users/demo-rep', () =>
    HttpResponse.json({ ...rep, id: rep.username, version: '1' }),
  );
  world.respond('PUT /api/users/demo-rep', () => HttpResponse.error());
  const user = world.show('/users/demo-rep');
  await user.type(await screen.findByLabelText('First name'), 'x');
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const goOnline = () => {
    onLine.mockRestore();
    onlineManager.setOnline(true);
  };
  onTestFinished(goOnline);
  onlineManager.setOnline(false);
  // When it is saved
  await user.click(screen.getByRole('button', { name: 'Save' }));
  // Then it says so, and nothing is sent once the network is back
  expect(
    await screen.findByText('No connection to the server. Nothing was changed; please try again.'),
  ).toBeVisible();
  const sent = world.calls.length;
  goOnline();
  await user.type(screen.getByLabelText('First name'), 'y');
  expect(world.calls.slice(sent)).not.toContain('PUT /api/users/demo-rep');
});

it('what could not be loaded without a network is asked for again when there is one', async () => {
  world.answerWith('/api/desires/d-1', { status: 404, body: { message: 'There is no desire d-1.' } });
  world.show('/desires/d-1/show');
  await screen.findByRole('alert');
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await expect.poll(() => asked('/api/desires/d-1')).toBe(2);
});
