import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

it('a sales rep sees the notices to vendors, but not the history', async () => {
  world.signIn('demo-rep');
  world.respond('GET /api/vendor-notices', () => list([]));
  world.show('/vendor-notices');
  expect(await screen.findByText('No vendor has been notified yet.')).toBeInTheDocument();
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(menu.queryByRole('link', { name: 'History' })).toBeNull();
});
