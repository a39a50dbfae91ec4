import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { madeSuspense, madeSync } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const QUESTION =
  "Do you want to check the external trading system for changes? You'll receive an email when finished.";
const report = { instance: 'VITRINE', read: 12, recorded: 9, already: 2, suspended: 1, resolved: 0 };

describe('Sync (product: Bottom items)', () => {
  const ask = async (reply: 'Yes' | 'No') => {
    const user = world.show('/syncs');
    await user.click(await screen.findByRole('button', { name: 'Sync' }));
    const dialog = within(await screen.findByRole('dialog', { name: QUESTION }));
    await user.click(dialog.getByRole('button', { name: reply }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };
  it('asks, submits, and shows the sync that waits', async () => {
    await ask('Yes');
    expect(await screen.findByText('Sync request submitted.')).toBeInTheDocument();
    expect(await screen.findByText('Waiting')).toBeInTheDocument();
  });
  it('does nothing on No', async () => {
    await ask('No');
    expect(world.calls).not.toContain('POST /sync/sync');
  });
  it("says 'Sync failed.' when it does, and signs no one out", async () => {
    world.answerWith('/sync/sync', { status: 500, body: { message: 'Out of order' } });
    await ask('Yes');
    expect(await screen.findByText('Sync failed.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'Syncs' })).toBeInTheDocument();
  });
  it('tells what a person can act on', async () => {
    world.answerWith('/sync/sync', { status: 402, body: { message: 'No trading system is configured.' } });
    await ask('Yes');
    expect(await screen.findByText('No trading system is configured.')).toBeInTheDocument();
  });
  it('when the session has ended says that, and nothing of a submission', async () => {
    const user = world.show('/syncs');
    await user.click(await screen.findByRole('button', { name: 'Sync' }));
    world.user = null;
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeInTheDocument();
    expect(screen.queryByText('Sync request submitted.')).not.toBeInTheDocument();
  });
});

describe('The syncs so far', () => {
  it('show their figures over all instances, and what went wrong', async () => {
    const at = '2026-11-20T10:00:05.000Z';
    world.syncs = [
      madeSync('running', { startedAt: at }),
      madeSync('done', {
        startedAt: at,
        finishedAt: at,
        reports: [report, { ...report, instance: 'NEW_YORK', failed: 'it answered 503' }],
      }),
    ];
    world.show('/syncs');
    expect(await screen.findByText('Running')).toBeInTheDocument();
    const done = within(screen.getByText('Finished with failures').closest('tr')!);
    expect(done.getByText('24')).toBeInTheDocument();
    expect(done.getByText('18')).toBeInTheDocument();
    expect(done.getByText('New York: it answered 503')).toBeInTheDocument();
  });
});

describe('Suspense (rule: Suspense)', () => {
  it('shows each document with its reason, and how many wait in the menu', async () => {
    world.suspense = [madeSuspense('M-1'), madeSuspense('M-2', { amount: null })];
    world.show('/suspense');
    const first = within((await screen.findByText('Memo M-1 / 1')).closest('tr')!);
    expect(first.getByText('$9,800.00')).toBeInTheDocument();
    expect(first.getByText('The account code 99-99-9999 belongs to no customer.')).toBeInTheDocument();
    expect(screen.getByText('Void')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Suspense 2 waiting' })).toBeInTheDocument();
  });
  it('says that none waits, and not that each was recorded: a dismissed one was not', async () => {
    world.show('/suspense');
    expect(await screen.findByText('No document waits to be recorded.')).toBeInTheDocument();
  });
});
