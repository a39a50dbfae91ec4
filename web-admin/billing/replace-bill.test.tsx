import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { yearAndMonth } from '#contracts/vocabulary/months.ts';
import { billedMonths } from '../components/billed-months.ts';
import { madeFee } from '../testing/made-bill-lines.ts';
import { madeCustomer } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

/** Before a bill is replaced the old one and the new one are shown (rule: Replacing a bill). */

const world = officeWorld();
const [value] = billedMonths(new Date())[1]!;
const month = `${value.slice(0, 4)}-${value.slice(4)}`;
const cut = { position: '101', recordedAt: '2026-05-01T12:00:00.000Z' };
const dueDate = '2026-12-18';
const standing = {
  customerId: 1,
  month,
  cut,
  policyVersion: 2,
  overridesHash: '',
  inputHash: '',
  id: `1-${month}-2`,
  version: 2,
  issuedAt: cut.recordedAt,
  issuedBy: 'admin',
  eventId: 'e',
  position: '102',
  lines: [madeFee('A', 98), madeFee('B', 34)],
  total: 132,
  dueDate,
  customerName: 'Alder',
  newest: true,
};

/** The dialog of Create on the billed month, and what is then asked of the server. */
async function createAgain(next: object) {
  const created: unknown[] = [];
  world.signIn('demo-admin');
  world.customers = [madeCustomer(1)];
  world.respond('GET /api/bills', () =>
    HttpResponse.json([standing], { headers: { 'content-range': 'bills 0-0/1' } }),
  );
  world.respond(`GET /api/bills/${standing.id}`, () => HttpResponse.json(standing));
  world.respond('GET /api/bills/preview', () =>
    HttpResponse.json({ ...standing, unchanged: false, closedBy: null, ...next }),
  );
  world.respond('POST /billing/create', ({ body }) => {
    created.push(body);
    return new HttpResponse('', { headers: { 'content-disposition': 'attachment; filename="bill.xlsx"' } });
  });
  const user = world.show('/billing');
  await user.selectOptions(await screen.findByLabelText('Month'), value);
  const create = await screen.findByRole('button', { name: /^Create the bill of / });
  await screen.findByText('$132.00');
  await user.click(create);
  return { user, created, dialog: await screen.findByRole('dialog') };
}

it('Create on a billed month shows old and new, and replaces what was shown once it is confirmed', async () => {
  const lines = [madeFee('A', 98), madeFee('B', 14)];
  const { user, created, dialog } = await createAgain({ lines, total: 112 });
  const row = async (name: RegExp) => within(dialog).findByRole('row', { name });
  expect(await row(/^Fee B/)).toHaveTextContent('$34.00$14.00');
  const heads = within(dialog)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(heads).toEqual(['Line', 'Version 2', 'New']);
  expect(await row(/^Total/)).toHaveTextContent('$132.00$112.00');
  expect(await row(/^Due/)).toHaveTextContent('2026-12-182026-12-18');
  expect(within(dialog).queryByRole('row', { name: /^Fee A/ })).toBeNull();
  expect(created).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Replace version 2' }));
  await expect
    .poll(() => created)
    .toEqual([{ ...yearAndMonth(month), replaces: 2, willBe: { total: 112, dueDate } }]);
});

it('what becomes another while the dialog is open is shown, and asked again', async () => {
  const { user, created, dialog } = await createAgain({ lines: [madeFee('A', 98)], total: 98 });
  await within(dialog).findByRole('row', { name: /^Total/ });
  const message = 'It would be replaced by $112.00, not by $98.00.';
  world.respond('POST /billing/create', ({ body }) => {
    created.push(body);
    return HttpResponse.json({ message, code: 'REPLACES_BILL', field: 'willBe' }, { status: 402 });
  });
  const lines = [madeFee('A', 98), madeFee('B', 14)];
  world.respond('GET /api/bills/preview', () =>
    HttpResponse.json({ ...standing, unchanged: false, closedBy: null, lines, total: 112 }),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Replace version 2' }));
  const again = within(await screen.findByRole('dialog', { name: /is billed to/ }));
  expect(await again.findByRole('alert')).toHaveTextContent(message);
  expect(await again.findByRole('row', { name: /^Total/ })).toHaveTextContent('$132.00$112.00');
  await user.click(again.getByRole('button', { name: 'Replace version 2' }));
  await expect.poll(() => created).toHaveLength(2);
  expect(created[1]).toMatchObject({ willBe: { total: 112, dueDate } });
});

it('a bill that stays is downloaded, and nothing is replaced by that', async () => {
  const { user, created, dialog } = await createAgain({ unchanged: true });
  await within(dialog).findByText('Nothing has changed: the bill stays as it is.');
  await user.click(within(dialog).getByRole('button', { name: 'Download it' }));
  await expect.poll(() => created).toEqual([yearAndMonth(month)]);
});

it('a month that a later bill has closed: the bill that stands is downloaded, and the page says where the difference is', async () => {
  const downloaded: unknown[] = [];
  world.respond('POST /billing/all', ({ body }) => {
    downloaded.push(body);
    return new HttpResponse('', { headers: { 'content-disposition': 'attachment; filename="all.zip"' } });
  });
  const lines = [madeFee('A', 98), madeFee('B', 14)];
  const { user, created, dialog } = await createAgain({ lines, total: 112, closedBy: '2026-10' });
  await within(dialog).findByText(/ is closed: October 2026 is billed\. The bill stays as it is; /);
  const link = within(dialog).getByRole('link', { name: 'The bill with the difference' });
  expect(link).toHaveAttribute('href', expect.stringContaining(`/bills/${standing.id}/show`));
  expect(within(dialog).queryByRole('button', { name: /^Replace/ })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Download it' }));
  await expect.poll(() => downloaded).toEqual([yearAndMonth(month)]);
  expect(created).toEqual([]);
});

it('where only days, events or vendors’ parts differ it says so, and offers to replace', async () => {
  const { user, created, dialog } = await createAgain({});
  await within(dialog).findByText(/^The amounts are the same; days, events or vendors’ parts differ\./);
  expect(within(dialog).queryByRole('button', { name: 'Download it' })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Replace version 2' }));
  await expect
    .poll(() => created)
    .toEqual([{ ...yearAndMonth(month), replaces: 2, willBe: { total: 132, dueDate } }]);
});

it('only what stands on the page is asked for: the bills and files of its customers', async () => {
  const asked: unknown[] = [];
  world.signIn('demo-admin');
  world.customers = [madeCustomer(1), madeCustomer(2)];
  for (const resource of ['bills', 'invoices'])
    world.respond(`GET /api/${resource}`, ({ url }) => {
      asked.push(JSON.parse(url.searchParams.get('filter') ?? '{}'));
      return HttpResponse.json(resource === 'bills' ? [standing] : [], {
        headers: { 'content-range': `${resource} 0-0/1` },
      });
    });
  const user = world.show('/billing');
  await user.selectOptions(await screen.findByLabelText('Month'), value);
  await screen.findByText('$132.00');
  expect(asked).toContainEqual({ month, newest: true, customerId: [1, 2] });
  expect(asked).toContainEqual({ ...yearAndMonth(month), active: true, customerId: [1, 2] });
  expect(asked).toHaveLength(2);
});
