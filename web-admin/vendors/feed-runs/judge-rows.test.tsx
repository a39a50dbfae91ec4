import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { heldAnswer } from '../../testing/held-answer.ts';
import { list } from '../../testing/render-back-office.tsx';
import { feedRunOffice, ROWS, rows } from '../../testing/feed-run-office.ts';
import { madeRun, NO_COUNTS } from '../testing/made-feed-run.ts';

const { world, page } = feedRunOffice();

it('chosen rows are accepted and given a tier together; one without a stock number cannot be', async () => {
  const user = world.show('/feed-runs/r1/show');
  await rows();
  expect(screen.getByRole('checkbox', { name: 'Choose Row 4' })).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: 'Every row of this page' }));
  expect(screen.getByText('2 rows chosen')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('Update successful.')).toBeInTheDocument();
  expect(world.sent.at(-1)?.path).toBe('/vendor/1/inventory');
  // Without the comments as they were read: somebody may have changed them since.
  expect(world.sent.at(-1)?.body).toEqual([
    { vendorId: 1, vendorStockId: '1', whiteList: true },
    { vendorId: 1, vendorStockId: '2', whiteList: true },
  ]);
  await user.click(screen.getByRole('checkbox', { name: 'Choose AR1' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tier' }), 'Reserve');
  await user.click(screen.getByRole('button', { name: 'Set the tier' }));
  await screen.findByText('0 rows chosen');
  expect(world.sent.at(-1)?.body).toEqual([{ vendorId: 1, vendorStockId: '1', overrideTier: 'Reserve' }]);
});

it('what applying does follows what was accepted and rejected', async () => {
  // Given a run of which nothing is listed by itself
  page.run = madeRun({
    counts: { ...NO_COUNTS, UNLISTED: 2 },
    effect: { listed: 0, changed: 0, rejected: 0, missing: 0 },
  });
  world.respond('PUT /vendor/1/inventory', () => {
    page.run = { ...page.run, effect: { listed: 2, changed: 3, rejected: 1, missing: 4 } };
    return HttpResponse.json([]);
  });
  const user = world.show('/feed-runs/r1/show');
  await rows();
  // When its rows are accepted
  await user.click(screen.getByRole('checkbox', { name: 'Every row of this page' }));
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  await screen.findByText('0 rows chosen');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  // Then the question says so
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply this feed?' }));
  expect(await dialog.findByText(/2 new, 3 changed, 5 withdrawn/)).toBeInTheDocument();
});

it('a judgement is not given while another is on its way', async () => {
  const user = world.show('/feed-runs/r1/show');
  await rows();
  let carryOn = (): void => {};
  const waits = new Promise<void>((resolve) => (carryOn = resolve));
  world.respond('PUT /vendor/1/inventory', async () => {
    await waits;
    return HttpResponse.json({ message: 'Not now.' }, { status: 402 });
  });
  await user.click(screen.getByRole('checkbox', { name: 'Choose AR1' }));
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  carryOn();
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  expect(world.sent.filter(({ path }) => path === '/vendor/1/inventory')).toMatchObject([
    { body: [{ whiteList: true }] },
  ]);
});

it('all that were found are chosen, but for those without a stock number', async () => {
  const user = world.show('/feed-runs/r1/show');
  await rows();
  await user.click(screen.getByRole('button', { name: 'Choose all that were found' }));
  expect(await screen.findByText('2 rows chosen')).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Choose Row 4' })).not.toBeChecked();
});

it('the page has the focus once Choose none, which had it, has nothing more to do', async () => {
  const user = world.show('/feed-runs/r1/show');
  await rows();
  // Given a row that is chosen
  await user.click(screen.getByRole('checkbox', { name: 'Choose AR1' }));
  // When it is chosen no more, by the keyboard
  const none = screen.getByRole('button', { name: 'Choose none' });
  act(() => none.focus());
  await user.keyboard('{Enter}');
  // Then the keys go on from the page
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  expect(none).toBeDisabled();
});

it('all that were found are not chosen once another text is searched for before they have come', async () => {
  const user = world.show('/feed-runs/r1/show');
  await rows();
  // Given all rows, which are on their way
  const coming = heldAnswer();
  const all = list(ROWS);
  world.respond('GET /api/feed-runs/r1/rows', ({ url }) => {
    const { q } = JSON.parse(url.searchParams.get('filter') ?? '{}') as { q?: string };
    return q === undefined ? coming.given : list(ROWS.slice(1, 2));
  });
  await user.click(screen.getByRole('button', { name: 'Choose all that were found' }));
  // When a text is searched for meanwhile
  await user.type(screen.getByRole('searchbox', { name: 'Find a stone' }), 'AR2');
  expect(await screen.findByText('1 row found')).toBeInTheDocument();
  coming.give(all);
  // Then none that it hides is chosen, and nothing says so
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Choose all that were found' })).not.toHaveAttribute(
      'aria-busy',
      'true',
    ),
  );
  expect(screen.getByText('0 rows chosen')).toBeInTheDocument();
  expect(screen.queryByText(/can be judged are chosen/)).not.toBeInTheDocument();
});

it('rows that were chosen are chosen no more once another text is searched for', async () => {
  const user = world.show('/feed-runs/r1/show');
  await rows();
  // Given two rows that are chosen
  await user.click(screen.getByRole('checkbox', { name: 'Every row of this page' }));
  expect(screen.getByText('2 rows chosen')).toBeInTheDocument();
  // When the search may hide them
  await user.type(screen.getByRole('searchbox', { name: 'Find a stone' }), 'AR2');
  // Then none is accepted unseen
  expect(await screen.findByText('0 rows chosen')).toBeInTheDocument();
});
