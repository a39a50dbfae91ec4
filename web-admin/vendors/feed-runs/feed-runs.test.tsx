import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { list } from '../../testing/render-back-office.tsx';
import { feedRunOffice, madeRow, rows } from '../../testing/feed-run-office.ts';
import { madeRun, NO_COUNTS } from '../testing/made-feed-run.ts';

const { world, page } = feedRunOffice();

it('counts show their rows, with old → new and what is wrong by column', async () => {
  const user = world.show('/feed-runs/r1/show');
  expect(await rows()).toHaveLength(3);
  const [changed, , refused] = await rows();
  expect(changed).toHaveTextContent('$9,000.00 → $9,500.00');
  expect(changed).toHaveTextContent('Fluorescence: None → Faint');
  expect(refused).toHaveTextContent('Weight x is no weight.');
  const counts = within(screen.getByRole('group', { name: 'Rows by outcome' }));
  expect(counts.getByRole('button', { name: /Gone/ })).toBeDisabled();
  await user.click(counts.getByRole('button', { name: /New/ }));
  expect(await screen.findByText('1 row found')).toBeInTheDocument();
  expect(counts.getByRole('button', { name: /New/ })).toHaveAttribute('aria-pressed', 'true');
});

it('an applied run says of each row whether it was written', async () => {
  page.run = madeRun({ state: 'APPLIED' });
  world.respond('GET /api/feed-runs/r1/rows', () =>
    list([
      madeRow({ class: 'WAITING', outcome: 'LISTED', judgement: 'ACCEPTED' }),
      madeRow({ id: 'AR2', class: 'WAITING', outcome: 'WAITING', judgement: 'ACCEPTED' }),
      madeRow({ id: 'AR3', class: 'UNCHANGED', outcome: 'UNCHANGED' }),
    ]),
  );
  world.show('/feed-runs/r1/show');
  const cells = (await rows()).map((row) => within(row).getAllByRole('cell')[1]!.textContent);
  expect(cells).toEqual(['WaitingListed', 'WaitingNot written', 'Unchanged']);
});

it('a run whose rows were removed shows its counts and says so', async () => {
  page.run = madeRun({ state: 'APPLIED', rowsRemovedAt: '2027-02-20T10:00:00.000Z' });
  world.show('/feed-runs/r1/show');
  expect(await screen.findByText(/rows of this run were removed 90 days after it ended/)).toHaveTextContent(
    'Its counts are kept, its file only while another run of it has its rows.',
  );
  expect(screen.getByRole('button', { name: /New/ })).toBeDisabled();
  for (const name of ['Workbook', 'Take back', 'Compare with the run before'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Rows' })).toBeNull();
});

it('a held run says why in numbers, and is applied once the holds are confirmed', async () => {
  const message = '100 of 200 available stones would be withdrawn.';
  page.run = madeRun({
    state: 'HELD',
    holds: [{ reason: 'WITHDRAWALS', count: 100, of: 200, limit: 30, message }],
  });
  world.respond('POST /api/feed-runs/r1/apply', () => {
    const by = { appliedBy: 'Ada', appliedAt: '2026-11-20T11:00:00.000Z' };
    page.run = madeRun({ state: 'APPLIED', holds: page.run.holds, confirmed: ['WITHDRAWALS'], ...by });
    return HttpResponse.json(page.run);
  });
  const user = world.show('/feed-runs/r1/show');
  expect(await screen.findByRole('region', { name: 'Why it is held' })).toHaveTextContent(
    '100 of 200; at most 30 %',
  );
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply this feed?' }));
  expect(dialog.getByText(message)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  expect(await screen.findByRole('button', { name: 'Take back' })).toBeInTheDocument();
  expect(world.sent.at(-1)).toMatchObject({ body: { confirmed: ['WITHDRAWALS'] } });
  const applied = /^Applied by Ada on .*, although 100 of 200 would be withdrawn\.$/;
  expect(screen.getByText((_, one) => one?.tagName === 'P' && applied.test(one.textContent))).toBeVisible();
});

it.each([
  ['APPLYING', /^Being applied by Ada on /],
  ['APPLIED', /^Applied by Ada on /],
  ['TAKEN_BACK', /^Taken back by Bo on /],
  ['DISCARDED', /^Discarded by Bo on /],
] as const)('a run that is %s says by whom', async (state, words) => {
  const applied = state === 'DISCARDED' ? {} : { appliedBy: 'Ada', appliedAt: '2026-11-20T11:00:00.000Z' };
  page.run = madeRun({ state, ...applied, decidedBy: 'Bo', decidedAt: '2026-11-20T12:00:00.000Z' });
  world.show('/feed-runs/r1/show');
  expect(
    await screen.findByText((_, one) => one?.tagName === 'P' && words.test(one.textContent)),
  ).toBeVisible();
});

it('a run with a row that names no stone is not held, and withdraws what is missing only if that is ticked', async () => {
  const message = '1 of 10 rows name no stone.';
  page.run = madeRun({
    counts: { ...NO_COUNTS, NEW: 1, GONE: 7 },
    effect: { listed: 1, changed: 0, rejected: 0, missing: 7 },
    holds: [{ reason: 'UNIDENTIFIED_ROWS', count: 1, of: 10, limit: 0, message }],
  });
  world.respond('POST /api/feed-runs/r1/apply', () => HttpResponse.json(page.run));
  const user = world.show('/feed-runs/r1/show');
  expect(await screen.findByRole('region', { name: 'What the guards found' })).toHaveTextContent(message);
  expect(screen.queryByText('Held for a person')).toBeNull();
  const apply = async (ticks: boolean) => {
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply this feed?' }));
    expect(dialog.queryByText('Please confirm that this is intended:')).toBeNull();
    expect(dialog.getByText(/0 withdrawn/)).toBeInTheDocument();
    const box = dialog.getByRole('checkbox', {
      name: 'Also withdraw the 7 parcels that are not in the file',
    });
    expect(box).not.toBeChecked();
    if (ticks) {
      await user.click(box);
      expect(dialog.getByText(/7 withdrawn/)).toBeInTheDocument();
    }
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return world.sent.findLast(({ path }) => path === '/api/feed-runs/r1/apply')?.body;
  };
  expect(await apply(false)).toEqual({ confirmed: [] });
  expect(await apply(true)).toEqual({ confirmed: ['UNIDENTIFIED_ROWS'] });
});

it('shows how far the tiers are that were set', async () => {
  world.respond('GET /api/repricings', () =>
    list([
      {
        id: 'e1',
        vendorId: 1,
        vendorName: 'Antwerp Rounds',
        kind: 'TIERS',
        dueAt: '2026-11-20T10:00:00.000Z',
        startedAt: '2026-11-20T10:00:00.000Z',
        finishedAt: null,
        state: 'RUNNING',
        total: 1200,
        done: 300,
        held: 0,
        failed: 2,
      },
    ]),
  );
  world.show('/feed-runs/r1/show');
  expect(await screen.findByRole('link', { name: 'New tiers' })).toBeInTheDocument();
  expect(screen.getByText(/300 of 1,200 parcels, 2 failed and tried again/)).toBeInTheDocument();
});

it('a run under way shows how far it is', async () => {
  page.run = madeRun({ state: 'READING', counts: null, total: 400, done: 100 });
  world.show('/feed-runs/r1/show');
  expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  expect(screen.queryByRole('button', { name: 'Apply' })).not.toBeInTheDocument();
});

it('a vendor’s stock is uploaded and its run opened; its runs are listed', async () => {
  world.answerWith('/api/vendors/1/feed-files', {
    status: 200,
    body: {
      fileId: 'abc',
      fileName: 'stock.csv',
      sheet: null,
      headingRow: 1,
      columns: [],
      conventions: { decimalSign: null, weightUnit: null, discountUnit: null, discountSign: null },
    },
  });
  world.respond('POST /api/feed-runs', () => HttpResponse.json(page.run));
  const user = world.show('/vendors/1/stock');
  expect(await screen.findByText('1 feed run')).toBeInTheDocument();
  await user.upload(await screen.findByLabelText('Upload stock: file'), new File(['x'], 'stock.csv'));
  expect(await screen.findByRole('heading', { level: 1, name: 'stock.csv' })).toBeInTheDocument();
  expect(world.sent.find(({ path }) => path === '/api/feed-runs')?.body).toEqual({
    vendorId: 1,
    fileId: 'abc',
    fileName: 'stock.csv',
    kind: 'FULL',
  });
});

it('an accept/reject sheet’s rows are sent; one that cannot be read says why', async () => {
  const row = { vendorId: 1, vendorStockId: '1', blackList: false, whiteList: true, comments: null };
  world.answerWith('/api/vendors/1/inventory-sheet', { status: 200, body: [row] });
  const user = world.show('/vendors/1/stock');
  const input = await screen.findByLabelText('Upload accept/reject sheet: file');
  await user.upload(input, new File(['x'], 'sheet.xlsx'));
  expect(await screen.findByText('Update successful.')).toBeInTheDocument();
  expect(world.sent.at(-1)?.body).toMatchObject([{ vendorStockId: '1', whiteList: true }]);
  const message =
    'Either the required columns were not found in this excel, or there were no stones to read.';
  world.answerWith('/api/vendors/1/inventory-sheet', { status: 422, body: { message } });
  await user.upload(input, new File(['x'], 'sheet.xlsx'));
  expect(await screen.findByText(message)).toBeInTheDocument();
});

it('given a run before it, when they are compared, then what differs is there with both costs', async () => {
  world.respond('GET /api/feed-runs/r1/comparison', () =>
    HttpResponse.json({
      before: madeRun({ id: 'r0', fileName: 'monday.csv' }),
      added: 1,
      left: 0,
      repriced: 1,
      rows: [
        {
          id: 'AR1',
          stone: 'Round',
          before: { class: 'NEW', cost: 9000 },
          after: { class: 'CHANGED', cost: 9500 },
        },
        { id: 'AR2', stone: 'Oval', before: null, after: { class: 'NEW', cost: null } },
      ],
    }),
  );
  const user = world.show('/feed-runs/r1/show');
  const button = await screen.findByRole('button', { name: 'Compare with the run before' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(await screen.findByText(/1 stone more, 0 fewer, 1 at another cost/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'monday.csv' })).toHaveAttribute(
    'href',
    expect.stringContaining('/feed-runs/r0/show'),
  );
  const differences = within(screen.getByRole('region', { name: /^Differences from the run before/ }));
  expect(differences.getByText('$9,000.00')).toBeInTheDocument();
  expect(differences.getByText('not in the file')).toBeInTheDocument();
  expect(differences.getByText('no cost')).toBeInTheDocument();
});

it('given no run before it, when it is compared, then that is stated', async () => {
  world.respond('GET /api/feed-runs/r1/comparison', () =>
    HttpResponse.json({ before: null, added: 0, left: 0, repriced: 0, rows: [] }),
  );
  const user = world.show('/feed-runs/r1/show');
  await user.click(await screen.findByRole('button', { name: 'Compare with the run before' }));
  expect(await screen.findByText('This vendor has no earlier run.')).toBeInTheDocument();
});
