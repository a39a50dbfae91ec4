import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { madeStuck } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

it('an instruction that the trading system has not taken stands here and in the menu, with its reason', async () => {
  world.stuck = [madeStuck('VTR-100041'), madeStuck('VTR-100042', { action: 'SOLD' })];
  world.show('/stuck-instructions');
  const table = await screen.findByRole('table', { name: 'Stuck instructions' });
  expect(within(table).getAllByText(/customer 12 has no MEMO account code/)).toHaveLength(2);
  expect(within(table).getByText('Sold')).toBeInTheDocument();
  expect(within(table).getAllByRole('link', { name: 'Harbor Light Jewelers' })[0]).toHaveAttribute(
    'href',
    '/customers/12',
  );
  expect(await screen.findByRole('link', { name: 'Stuck Instructions 2 stuck' })).toBeInTheDocument();
});

it('all are posted again together, and their number is shown', async () => {
  world.stuck = [madeStuck('VTR-100041')];
  world.respond('POST /api/stuck-instructions/retry', () => {
    world.stuck = [];
    return HttpResponse.json({ retried: 1 });
  });
  const user = world.show('/stuck-instructions');
  await user.click(await screen.findByRole('button', { name: 'Retry all now' }));
  expect(await screen.findByText('1 instruction is posted again now.')).toBeInTheDocument();
  expect(await screen.findByText('0 instructions found')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Retry all now' })).not.toBeInTheDocument();
});
