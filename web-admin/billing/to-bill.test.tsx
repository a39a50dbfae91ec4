import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { billedMonths } from '../components/billed-months.ts';
import { madeCustomer } from '../testing/made-office.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

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
  for (const each of ['bills', 'invoices']) world.respond(`GET /api/${each}`, () => list([]));
  world.respond('POST /billing/create', () => {
    toBill = toBill.slice(1);
    return new HttpResponse('', { headers: { 'content-disposition': 'attachment; filename="bill.xlsx"' } });
  });
  const { name } = toBill[0]!;
  const user = world.show(`/billing?month=${value}&toBill`);
  const create = await screen.findByRole('button', { name: `Create the bill of ${name}` });
  expect(screen.getByText(/^2 customers/)).toBeVisible();
  await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled'));
  await user.click(create);
  await waitFor(() => expect(create).not.toBeInTheDocument());
  expect(screen.getByText(/^1 customer\b/)).toBeVisible();
});

it.each(['bills', 'invoices'])(
  'says why where the %s of the month cannot be read, and reads them again',
  async (what) => {
    world.signIn('demo-admin');
    world.customers = [madeCustomer(1)];
    for (const each of ['bills', 'invoices']) world.respond(`GET /api/${each}`, () => list([]));
    world.answerWith(`/api/${what}`, { status: 402, body: { message: 'Not now.' } });
    world.respond('POST /billing/create', () => HttpResponse.json({ message: 'Billed.' }, { status: 409 }));
    const user = world.show(`/billing?month=${value}`);
    expect(await screen.findByText('Not now.')).toBeVisible();
    const create = screen.getByRole('button', { name: 'Create the bill of Jeweller 1' });
    const areBillsKnown = what !== 'bills';
    await waitFor(() => expect(create.hasAttribute('aria-disabled')).toBe(!areBillsKnown));
    await user.click(create);
    expect(world.calls.includes('POST /billing/create')).toBe(areBillsKnown);
    world.answerWith(`/api/${what}`, null);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('Not now.')).not.toBeInTheDocument());
    await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled'));
  },
);
