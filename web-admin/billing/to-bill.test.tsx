import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { billedMonths } from '../components/billed-months.ts';
import { madeCustomer } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const [value] = billedMonths(new Date())[1]!;

it('To bill lists no customer any more whose bill was created', async () => {
  world.signIn('demo-admin');
  let toBill = [madeCustomer(1), madeCustomer(2)];
  world.respond('GET /api/customers', () =>
    HttpResponse.json(toBill, {
      headers: { 'content-range': `customers 0-${toBill.length - 1}/${toBill.length}` },
    }),
  );
  world.respond('POST /billing/create', () => {
    toBill = toBill.slice(1);
    return new HttpResponse('', { headers: { 'content-disposition': 'attachment; filename="bill.xlsx"' } });
  });
  const { name } = toBill[0]!;
  const user = world.show(`/billing?month=${value}&toBill`);
  const create = await screen.findByRole('button', { name: `Create the bill of ${name}` });
  expect(screen.getByText(/^2 customers/)).toBeVisible();
  await waitFor(() => expect(create).toBeEnabled());
  await user.click(create);
  await waitFor(() => expect(create).not.toBeInTheDocument());
  expect(screen.getByText(/^1 customer\b/)).toBeVisible();
});
