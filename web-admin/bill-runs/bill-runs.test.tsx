import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { billRunDetails, BillRunResource } from '#contracts/api/bills.ts';
import { madeCustomer } from '../testing/made-office.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

const RUN: BillRunResource = {
  id: 'run-1',
  kind: 'BILLS',
  month: '2026-10',
  state: 'DONE',
  requestedBy: 'demo-admin',
  requestedAt: '2026-11-02T15:00:00.000Z',
  startedAt: '2026-11-02T15:00:01.000Z',
  finishedAt: '2026-11-02T15:00:09.000Z',
  cut: null,
  total: 2,
  done: 2,
  failed: 1,
  left: 0,
  failure: null,
};
const ITEMS: z.infer<typeof billRunDetails>['items'] = [
  { subjectId: 7, outcome: 'CREATED', message: null, total: 1250.5 },
  { subjectId: 8, outcome: 'FAILED', message: 'October 2026 is locked for the customer.', total: null },
];

it('a run opens to what became of each customer, what failed first, and why', async () => {
  world.customers = [madeCustomer(7), madeCustomer(8)];
  world.respond('GET /api/bill-runs', () => list([RUN]));
  world.answerWith('/api/bill-runs/run-1', { status: 200, body: { ...RUN, items: ITEMS } });
  const user = world.show('/bill-runs');
  await user.click(await screen.findByRole('link', { name: /^Generate All.*October 2026$/ }));
  expect(await screen.findByRole('heading', { name: 'Generate All, October 2026' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Jeweller 8' })).toHaveAttribute(
    'href',
    expect.stringContaining('/customers/8/show'),
  );
  const [, first, second] = within(screen.getByRole('table', { name: 'Outcome of each' })).getAllByRole(
    'row',
  );
  expect(first).toHaveTextContent(/Jeweller 8Failed.*October 2026 is locked for the customer\./);
  expect(second).toHaveTextContent(/Jeweller 7Created.*\$1,250\.50/);
});

it('a run shows the bills that were left as they are after what failed, and before what was done', async () => {
  world.customers = [5, 6, 7, 8].map((id) => madeCustomer(id));
  const unchanged = { outcome: 'UNCHANGED', total: 10 } as const;
  const items = [
    { subjectId: 5, ...unchanged, message: null },
    { subjectId: 6, ...unchanged, message: 'The bill has agreed overrides.' },
    ...ITEMS,
  ];
  world.answerWith('/api/bill-runs/run-1', { status: 200, body: { ...RUN, left: 1, items } });
  world.show('/bill-runs/run-1/show');
  const table = await screen.findByRole('table', { name: 'Outcome of each' });
  await within(table).findByText(/^Jeweller 5/);
  const [, ...rows] = within(table).getAllByRole('row');
  const shown = rows.map((row) => row.textContent.replace(/(\$|October).*/, ''));
  expect(shown).toEqual([
    'Jeweller 8Failed',
    'Jeweller 6Left as it isThe bill has agreed overrides.',
    'Jeweller 5Unchanged',
    'Jeweller 7Created',
  ]);
});

it('a run of vendors names them', async () => {
  world.respond('GET /api/vendors', () => HttpResponse.json([]));
  const items = [{ subjectId: 3, outcome: 'MADE', message: null, total: 40 }];
  const run = { ...RUN, kind: 'VENDORS', failed: 0, items };
  world.answerWith('/api/bill-runs/run-1', { status: 200, body: run });
  world.show('/bill-runs/run-1/show');
  expect(await screen.findByRole('link', { name: 'Vendor 3' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Generate Vendors, October 2026' })).toBeVisible();
});

it('a run of which nothing is done says so, and one that ended early says why', async () => {
  const failure = 'A bill of October 2026 cannot be read.';
  const run = { ...RUN, state: 'FAILED', failed: 0, done: 0, failure, items: [] };
  world.answerWith('/api/bill-runs/run-1', { status: 200, body: run });
  world.show('/bill-runs/run-1/show');
  expect(await screen.findByRole('alert')).toHaveTextContent(failure);
  expect(screen.getByText('Nothing was done')).toBeVisible();
  expect(screen.queryByText(/appears here once it is done/)).not.toBeInTheDocument();
});

it('a run counts the bills that failed and those left as they are', async () => {
  world.answerWith('/api/bill-runs/run-1', { status: 200, body: { ...RUN, left: 1, items: [] } });
  world.show('/bill-runs/run-1/show');
  expect(await screen.findByText(/by demo-admin, 1 failed, 1 left as it is$/)).toBeVisible();
  expect(screen.getByText('There was nothing to do')).toBeVisible();
});

it('a run that cannot be read says so, and can be asked for again', async () => {
  world.answerWith('/api/bill-runs/run-1', { status: 402, body: { message: 'Not now.' } });
  const user = world.show('/bill-runs/run-1/show');
  expect(await screen.findByText('The bill run could not be loaded')).toBeVisible();
  world.answerWith('/api/bill-runs/run-1', { status: 200, body: { ...RUN, items: ITEMS } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('October 2026 is locked for the customer.')).toBeVisible();
});
