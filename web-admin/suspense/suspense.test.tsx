import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { madeSuspense, NOT_HANDLED } from '../testing/made-office.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const retryOf = (docNo: string) => screen.findByRole('button', { name: `Retry Memo ${docNo} / 1 now` });
const answerRetry = (docNo: string, outcome: 'RECORDED' | 'WAITING', reason: string | null) => {
  const id = `VITRINE/MEMO/${docNo}/1/1`;
  world.respond(`POST /api/suspense/${encodeURIComponent(id)}/retry`, () => {
    if (outcome === 'RECORDED') world.suspense = [];
    return HttpResponse.json({ id, outcome, reason });
  });
};

it('a document is retried now, and leaves the list once it is recorded', async () => {
  world.suspense = [madeSuspense('M-1')];
  answerRetry('M-1', 'RECORDED', null);
  const user = world.show('/suspense');
  await user.click(await retryOf('M-1'));
  expect(await screen.findByText('Memo M-1 / 1 is recorded.')).toBeInTheDocument();
  expect(await screen.findByText('0 documents found')).toBeInTheDocument();
});

it('one that waits still says why', async () => {
  world.suspense = [madeSuspense('M-1')];
  answerRetry('M-1', 'WAITING', 'there is no parcel N-1');
  const user = world.show('/suspense');
  await user.click(await retryOf('M-1'));
  expect(
    await screen.findByText('Memo M-1 / 1 is still waiting: there is no parcel N-1.'),
  ).toBeInTheDocument();
  expect(await retryOf('M-1')).toBeEnabled();
});

it('all are retried together, and the outcomes are counted', async () => {
  world.suspense = [madeSuspense('M-1'), madeSuspense('M-2')];
  world.respond('POST /api/suspense/retry', () => {
    world.suspense = [madeSuspense('M-2', { attempts: 5 })];
    return HttpResponse.json({ recorded: 1, waiting: 1 });
  });
  const user = world.show('/suspense');
  await user.click(await screen.findByRole('button', { name: 'Retry all now' }));
  expect(await screen.findByText('1 document is recorded. 1 still wait; each says why.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/M-1/)).not.toBeInTheDocument());
});

it('all can be retried while a filter shows none of them', async () => {
  const open = { state: 'OPEN' };
  world.respond('GET /api/suspense', ({ url }) =>
    list(url.searchParams.get('filter') === JSON.stringify(open) ? [madeSuspense('M-1')] : []),
  );
  world.show(`/suspense?filter=${encodeURIComponent(JSON.stringify({ q: 'none' }))}`);
  expect(await screen.findByText('Nothing matches the filter.')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Retry all now' })).toBeInTheDocument();
});

it('with nothing in suspense there is nothing to retry', async () => {
  world.show('/suspense');
  expect(await screen.findByText('0 documents found')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Retry all now' })).not.toBeInTheDocument();
});

it('one that still waits after a re-pointing is left unasked: what was typed is recorded', async () => {
  world.suspense = [madeSuspense('M-1')];
  const { id } = madeSuspense('M-1');
  const path = `/api/suspense/${encodeURIComponent(id)}`;
  world.respond('GET /api/users', () => list([]));
  world.respond(`GET ${path}/steps`, () => HttpResponse.json({ id, ...NOT_HANDLED, steps: [] }));
  world.respond(`POST ${path}/re-point`, () =>
    HttpResponse.json({ id, outcome: 'WAITING', reason: 'there is no parcel VTR-2' }),
  );
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(false).mockClear();
  const user = world.show('/suspense');
  await user.click(await screen.findByRole('button', { name: /^Handle/ }));
  const form = within(await screen.findByRole('region', { name: 'Re-point' }));
  await user.clear(form.getByLabelText('Parcel'));
  await user.type(form.getByLabelText('Parcel'), 'VTR-2');
  await user.type(form.getByLabelText('Why'), 'a slip of the pen');
  await user.click(form.getByRole('button', { name: 'Re-point and try again' }));
  expect(await screen.findByText('It is still waiting: there is no parcel VTR-2.')).toBeVisible();
  expect(form.getByLabelText('Why')).toHaveValue('');
  expect(form.getByRole('button', { name: 'Re-point and try again' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(asked).not.toHaveBeenCalled();
});
