import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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
