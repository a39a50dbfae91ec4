import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { madeCustomer } from '../testing/made-office.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

it('a search that failed does not say that there is no customer, and can be asked again', async () => {
  world.customers = [madeCustomer(1)];
  world.respond('POST /reassortment/getbintemplates', () => HttpResponse.json([]));
  const user = world.show('/reassort');
  const picker = await screen.findByRole('combobox', { name: 'Customer' });
  world.answerWith('/api/customers', { status: 503, body: { message: 'Please try again in a moment.' } });
  await user.click(picker);
  expect(await screen.findByText('The customers could not be loaded')).toBeInTheDocument();
  expect(screen.queryByText('0 customers found')).toBeNull();
  world.answerWith('/api/customers', null);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('option', { name: 'Jeweller 1' })).toBeInTheDocument();
});

it('offers a rep its own customers first, as the server orders them', async () => {
  world.signIn('demo-rep');
  world.respond('POST /reassortment/getbintemplates', () => HttpResponse.json([]));
  const [own, other] = [madeCustomer(2), madeCustomer(1)];
  world.respond('GET /api/customers', ({ url }) =>
    list(url.searchParams.has('sort') ? [other, own] : [own, other]),
  );
  const user = world.show('/reassort');
  await user.click(await screen.findByRole('combobox', { name: 'Customer' }));
  const offered = await screen.findAllByRole('option');
  expect(offered.map((option) => option.textContent)).toEqual(['Jeweller 2', 'Jeweller 1']);
});
