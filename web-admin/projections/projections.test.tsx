import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { madeProjection } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';
import { shareReached } from './projection-state.ts';

const world = officeWorld();
const row = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name} `) });

describe('Projections (architecture: Projections)', () => {
  it('shows status, lag and position of each, and refreshes by itself', async () => {
    world.projections = [
      madeProjection('parcels', { state: 'catching up', position: '5000', head: '10000', lag: 1204 }),
    ];
    world.show('/projections');
    const before = within(await row('parcels'));
    expect(before.getByText('Catching up')).toBeInTheDocument();
    expect(before.getByText('1,204 events')).toBeInTheDocument();
    expect(before.getByRole('progressbar', { name: 'Progress of parcels' })).toHaveAttribute(
      'aria-valuenow',
      '50',
    );
    world.projections = [madeProjection('parcels', { position: '10000', head: '10000' })];
    await waitFor(() => expect(screen.getByText('Live')).toBeInTheDocument());
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  });
  it('shows each parked stream with its reason, and how many in the menu', async () => {
    const parked = {
      stream: 'stone-VTR-1',
      position: '4711',
      reason: 'weight is missing',
      since: '2026-11-20',
    };
    world.projections = [madeProjection('carts'), madeProjection('parcels', { parked: [parked] })];
    world.show('/projections');
    const table = within(await screen.findByRole('table', { name: 'Parked streams' }));
    expect(
      table.getByRole('row', { name: 'stone-VTR-1 parcels weight is missing 4,711 2026-11-20' }),
    ).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Projections 1 parked' })).toBeInTheDocument();
  });
  it('without parked streams says that all is well', async () => {
    world.projections = [madeProjection('carts')];
    world.show('/projections');
    expect(await screen.findByText('None. Every event could be applied.')).toBeInTheDocument();
  });
  it('says that a rebuild waits, or why the last one failed', async () => {
    const job = { requestedBy: 'demo-admin', requestedAt: '2026-11-20T10:00:00.000Z', attempts: 3 };
    const failure = 'no room on the disk';
    world.projections = [
      madeProjection('carts', { rebuild: { ...job, state: 'FAILED', failure, finishedAt: job.requestedAt } }),
      madeProjection('parcels', { rebuild: { ...job, state: 'WAITING', failure: null, finishedAt: null } }),
    ];
    world.show('/projections');
    expect(within(await row('carts')).getByText(/The rebuild failed: no room/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Rebuild carts' })).toBeEnabled();
    expect(within(await row('parcels')).getByText(/The rebuild is about to begin/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Rebuild parcels' })).toHaveAttribute('aria-disabled', 'true');
  });
  it('says why one cannot go on from where it is, and what to do', async () => {
    const problem = 'The read model carts cannot go on: its checkpoint 9 is a place in another event log.';
    world.projections = [madeProjection('carts', { problem }), madeProjection('parcels')];
    world.show('/projections');
    expect(within(await row('carts')).getByText(problem)).toBeInTheDocument();
    expect(within(await row('parcels')).queryByText(/cannot go on/)).not.toBeInTheDocument();
  });
  it('keeps what is known when a refresh fails, and says that it is not the newest', async () => {
    world.projections = [madeProjection('carts')];
    world.show('/projections');
    await row('carts');
    world.answerWith('/api/projections', 'network lost');
    expect(await screen.findByText(/Not up to date: No connection/)).toBeInTheDocument();
    expect(await row('carts')).toBeInTheDocument();
  });
});

describe('How far a projection has come', () => {
  it.each([
    ['a rebuild goes by its own progress', { progress: 0.25, lag: 0, position: '10', head: '10' }, 0.25],
    ['up to date is the whole way', { progress: null, lag: 0, position: '9', head: '10' }, 1],
    ['an empty log is the whole way', { progress: null, lag: 0, position: '0', head: '0' }, 1],
    ['behind is its share of the log', { progress: null, lag: 5, position: '25', head: '100' }, 0.25],
    [
      'positions beyond what a number holds are no trouble',
      { progress: null, lag: 1, position: '9007199254740993000', head: '18014398509481986000' },
      0.5,
    ],
  ])('%s', (_, projection, share) => {
    expect(shareReached(projection)).toBe(share);
  });
});
