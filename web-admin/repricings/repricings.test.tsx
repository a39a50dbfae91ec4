import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RepricingResource } from '#contracts/api/repricings.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const made = (id: string, more: Partial<RepricingResource>): RepricingResource => ({
  id,
  vendorId: 1,
  vendorName: 'Antwerp Rounds',
  kind: 'MARKUP',
  dueAt: '2026-11-20T05:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  state: 'WAITING',
  total: null,
  done: 0,
  held: 0,
  failed: 0,
  ...more,
});
const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`^${name} `) }));

it('show how far each has come, and what waits for a customer', async () => {
  world.respond('GET /api/repricings', () =>
    list([
      made('a', { state: 'RUNNING', total: 400, done: 100, held: 3, startedAt: '2026-11-20T05:00:00.000Z' }),
      made('c', {
        vendorName: 'Zurich Ovals',
        state: 'RETRYING',
        total: 9,
        done: 9,
        failed: 2,
        finishedAt: '2026-11-20T05:01:00.000Z',
      }),
      made('b', { vendorId: 2, vendorName: null, kind: 'TIERS' }),
    ]),
  );
  world.show('/repricings');
  const running = await row('Antwerp Rounds');
  expect(running.getByText('Running')).toBeInTheDocument();
  expect(running.getByText('100 of 400')).toBeInTheDocument();
  expect(running.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  expect(running.getByText('Markup')).toBeInTheDocument();
  const retrying = await row('Zurich Ovals');
  expect(retrying.getByText('Retrying')).toBeInTheDocument();
  expect(retrying.getByRole('cell', { name: '2' })).toBeInTheDocument();
  expect((await row('Vendor 2')).getByText('Waiting')).toBeInTheDocument();
  expect((await row('Vendor 2')).getByText('Tiers')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Repricings' })).toBeInTheDocument();
});

it('without any say what will be here, and are not for sales reps', async () => {
  world.respond('GET /api/repricings', () => list([]));
  world.show('/repricings');
  expect(await screen.findByText('0 repricings found')).toBeInTheDocument();
  expect(screen.getByText(/No vendor’s markup has changed and no tier was set/)).toBeInTheDocument();
});
