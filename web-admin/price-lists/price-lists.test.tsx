import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import type { PriceListCheck, PriceListResource } from '#contracts/api/price-lists.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const LOADED = '2026-03-06T08:00:00.000Z';
const made: PriceListResource = {
  id: '2026-03-06',
  date: '2026-03-06',
  state: 'IN_FORCE',
  prices: 16,
  fileName: 'march.csv',
  loadedBy: 'ada',
  loadedAt: LOADED,
  removedBy: null,
  removedAt: null,
};
const NONE = { prices: 0, stones: 0, value: 0 };
const found: PriceListCheck = {
  date: '2026-03-06',
  prices: 16,
  before: { date: '2026-03-06', prices: 16 },
  comparedWith: `2026-03-06 ${LOADED}`,
  up: NONE,
  down: NONE,
  same: NONE,
  added: NONE,
  gone: NONE,
  differences: [],
  questions: [],
};
const conflict = (message: string) =>
  HttpResponse.json({ message, code: 'CHANGED_MEANWHILE' }, { status: 409 });

it('a list is removed as it was shown', async () => {
  world.respond('GET /api/price-lists', () => list([made]));
  const asked: (string | null)[] = [];
  world.respond('DELETE /api/price-lists/2026-03-06', ({ url }) => {
    asked.push(url.searchParams.get('loadedAt'));
    return conflict('The price list has changed since you opened this page.');
  });
  const user = world.show('/price-lists');
  await user.click(await screen.findByRole('button', { name: /^Remove the list of/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText(/has changed since you opened this page/)).toBeVisible();
  expect(asked).toEqual([LOADED]);
});

it('a file is loaded over the list that it was checked against; after another was loaded it is to be checked again', async () => {
  world.respond('GET /api/price-lists', () => list([made]));
  world.answerWith('/api/price-lists/check', { status: 200, body: found });
  const asked: (string | null)[] = [];
  world.respond('POST /api/price-lists', ({ url }) => {
    asked.push(url.searchParams.get('seen'));
    return conflict('Check the file again.');
  });
  const user = world.show('/price-lists');
  const file = new File(['x'], 'april.csv', { type: 'text/csv' });
  await user.upload(await screen.findByLabelText('Upload price list: file'), file);
  await user.click(await screen.findByRole('button', { name: 'Load price list' }));
  expect(await screen.findByText('Check the file again.')).toBeVisible();
  expect(asked).toEqual([found.comparedWith]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
