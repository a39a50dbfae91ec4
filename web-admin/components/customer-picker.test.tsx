import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { madeCustomer } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

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
