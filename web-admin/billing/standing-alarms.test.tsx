import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { billedMonths } from '../components/billed-months.ts';
import { madeCustomer } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const alarm = {
  id: '7-2026-04-1',
  customerId: 7,
  month: '2026-04',
  version: 1,
  message: 'issued at $302.24, derived $302.25',
  raisedAt: '2026-05-05T04:00:00.000Z',
};
const rows = (resource: string, all: object[]) =>
  world.respond(`GET /api/${resource}`, () =>
    HttpResponse.json(all.slice(0, 1), { headers: { 'content-range': `${resource} 0-0/${all.length}` } }),
  );

it('Billing says that issued bills need a look, and leads to them', async () => {
  rows('bill-alarms', [alarm, { ...alarm, id: '8-2026-04-1' }]);
  world.signIn('demo-admin');
  world.customers = [madeCustomer(1)];
  world.show('/billing');
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('2 issued bills need a look.');
  expect(screen.getByRole('link', { name: 'See why' })).toHaveAttribute(
    'href',
    expect.stringContaining('/bill-alarms'),
  );
});

it('also where no customer is left to bill', async () => {
  rows('bill-alarms', [alarm]);
  world.signIn('demo-admin');
  world.show(`/billing?month=${billedMonths(new Date())[1]![0]}&toBill`);
  expect(await screen.findByText('0 customers found')).toBeVisible();
  expect(await screen.findByRole('alert')).toHaveTextContent('1 issued bill needs a look.');
});

it('and nothing where every bill is as it was issued', async () => {
  rows('bill-alarms', []);
  world.signIn('demo-admin');
  world.customers = [madeCustomer(1)];
  world.show('/billing');
  expect(await screen.findByRole('heading', { name: 'Billing' })).toBeInTheDocument();
  await expect.poll(() => world.calls).toContain('GET /api/bill-alarms');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('an alarm leads to its bill and its customer', async () => {
  rows('bill-alarms', [alarm]);
  world.signIn('demo-admin');
  world.customers = [madeCustomer(7)];
  world.show('/bill-alarms');
  expect(await screen.findByRole('link', { name: '7-2026-04-1' })).toHaveAttribute(
    'href',
    '/bills/7-2026-04-1/show',
  );
  expect(await screen.findByRole('link', { name: madeCustomer(7).name })).toHaveAttribute(
    'href',
    '/customers/7/show',
  );
});
