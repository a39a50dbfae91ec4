import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { VendorGlance } from '#contracts/api/vendors.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';
import { madeVendor } from './testing/made-vendor.ts';

const world = officeWorld();
const GLANCE: VendorGlance = {
  stock: [
    { status: 'AVAILABLE', count: 1200, cost: 1_000_000, total: 1_100_000 },
    { status: 'CUSTOMER', count: 3, cost: 20_000, total: 22_000 },
    { status: 'PENDING_RETURN', count: 1, cost: 5_000, total: 5_500 },
    { status: 'SOLD', count: 1, cost: 1_000, total: 1_100 },
  ],
  soldThisYear: { count: 40, cost: 300_000, total: 330_000 },
  lastFeed: { at: '2026-11-20T15:00:00.000Z', rows: 1300, listed: 1204, reported: 96 },
  nextFeed: null,
  notices: { sent: 12, waiting: 0, failed: 1, noAddress: 0 },
};
const VENDORS = [madeVendor(1, 'Antwerp Rounds'), madeVendor(2, 'Kunming Pearl', { tier: 'Kunming' })];

beforeEach(() => {
  world.respond('GET /api/vendors', () => list(VENDORS));
  world.respond('GET /api/vendors/1', () => HttpResponse.json(VENDORS[0]));
  world.respond('GET /api/vendors/1/glance', () => HttpResponse.json(GLANCE));
  world.respond('GET /api/repricings', () => list([]));
});

it('a vendor is chosen from the dropdown, and shows itself at a glance', async () => {
  const user = world.show('/vendors');
  expect(await screen.findByRole('button', { name: 'Download All Vendor Inventory' })).toBeInTheDocument();
  const choice = screen.getByRole('combobox', { name: 'Vendor' });
  expect(await within(choice).findByRole('option', { name: '2 | Kunming Pearl' })).toBeInTheDocument();
  await user.selectOptions(choice, '1 | Antwerp Rounds');
  const glance = within(await screen.findByRole('region', { name: 'At a glance' }));
  expect(glance.getByText('1,200')).toBeInTheDocument();
  expect(glance.getByText('With customers').parentElement).toHaveTextContent('5 $28,600');
  expect(glance.getByText(/1,204 of 1,300 rows read, 96 reported/)).toBeInTheDocument();
  expect(glance.getByRole('link', { name: '12 sent, 1 failed' })).toBeInTheDocument();
});

it('a vendor’s page says that the others could not be loaded, and asks again', async () => {
  let fails = true;
  world.respond('GET /api/vendors', () =>
    fails ? HttpResponse.json({ code: 'UNAVAILABLE', message: 'Not now.' }, { status: 503 }) : list(VENDORS),
  );
  const user = world.show('/vendors/1');
  expect(await screen.findByText('The vendors could not be loaded')).toBeInTheDocument();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const choice = await screen.findByRole('combobox', { name: 'Vendor' });
  expect(within(choice).getByRole('option', { name: '2 | Kunming Pearl' })).toBeInTheDocument();
});

it('the glance names the next feed of the schedule; without a source it leads to one', async () => {
  const user = world.show('/vendors/1');
  const glance = async () => within(await screen.findByRole('region', { name: 'At a glance' }));
  expect(await (await glance()).findByRole('link', { name: 'when a file is sent' })).toHaveAttribute(
    'href',
    expect.stringContaining('/vendors/1/feed'),
  );
  world.respond('GET /api/vendors/1/glance', () =>
    HttpResponse.json({ ...GLANCE, nextFeed: { at: '2026-11-27T11:30:00.000Z', failure: null } }),
  );
  await user.click(screen.getByRole('link', { name: 'Scheduled feed' }));
  await user.click(await screen.findByRole('link', { name: 'Details' }));
  expect(await (await glance()).findByRole('link', { name: /^Nov 27, 2026/ })).toBeInTheDocument();
});

it('the report of a month is asked for from the glance', async () => {
  let asked: string | null = null;
  world.respond('GET /reports/vendor/1', ({ url }) => {
    asked = url.searchParams.get('month');
    return new HttpResponse('a file');
  });
  const user = world.show('/vendors/1');
  const month = await screen.findByLabelText('Month of the report');
  await user.selectOptions(month, within(month).getAllByRole('option')[1]!);
  await user.click(screen.getByRole('button', { name: 'Vendor report' }));
  expect(await screen.findByText(/was saved\.$/)).toBeInTheDocument();
  expect(asked).toMatch(/^\d{4}-\d{2}$/);
});

it('new terms show what they change before they are saved; saving says so and sends the version', async () => {
  world.respond('POST /api/bills/terms-preview', () =>
    HttpResponse.json({
      bills: [],
      statements: [{ vendorId: 1, vendorName: 'Antwerp Rounds', month: '2026-10', difference: 20 }],
    }),
  );
  world.respond('POST /api/vendors/1/repricing-preview', () =>
    HttpResponse.json({ parcels: 2, before: 1000, after: 1100, held: 1 }),
  );
  world.respond('PUT /api/vendors/1', () => HttpResponse.json({ ...VENDORS[0], markup: 12, version: '8' }));
  const user = world.show('/vendors/1');
  const markup = await screen.findByLabelText('Markup (%)');
  await user.clear(markup);
  await user.type(markup, '12');
  await user.click(await screen.findByRole('button', { name: 'Show what this changes' }));
  expect(
    await screen.findByText(
      /2 parcels would be repriced: list prices together from \$1,000.00 to \$1,100.00/,
    ),
  ).toHaveTextContent('1 parcel that customers have');
  expect(screen.getByText('Statement 2026-10, Antwerp Rounds')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Vendor Data Saved')).toBeInTheDocument();
  const saved = world.sent.find(({ path }) => path === '/api/vendors/1');
  expect(saved?.headers.get('if-match')).toBe('"7"');
  expect(saved?.body).toEqual({ markup: 12, version: '7' });
});

it('terms of a vendor from a month that is over show what they change, list prices too, before they are saved', async () => {
  world.respond('POST /api/bills/terms-preview', () =>
    HttpResponse.json({
      bills: [],
      statements: [{ vendorId: 1, vendorName: 'Antwerp Rounds', month: '2026-03', difference: 20 }],
    }),
  );
  world.respond('POST /api/vendors/1/repricing-preview', () =>
    HttpResponse.json({ parcels: 2, before: 1000, after: 1100, held: 0 }),
  );
  world.respond('PUT /api/vendors/1', () => HttpResponse.json({ ...VENDORS[0], markup: 12, version: '8' }));
  const user = world.show('/vendors/1');
  const markup = await screen.findByLabelText('Markup (%)');
  await user.clear(markup);
  await user.type(markup, '12');
  fireEvent.change(screen.getByLabelText('Effective from'), { target: { value: '2026-03-01' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Save terms that apply from / }));
  expect(await dialog.findByText('Statement 2026-03, Antwerp Rounds')).toBeInTheDocument();
  expect(await dialog.findByText(/^2 parcels would be repriced/)).toBeInTheDocument();
  expect(world.calls).not.toContain('PUT /api/vendors/1');
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('Vendor Data Saved')).toBeInTheDocument();
});

it('a conflict of one vendor is none of the next', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  const message = 'ada has changed this vendor since you opened it.';
  world.respond('GET /api/vendors/2', () => HttpResponse.json(VENDORS[1]));
  world.respond('GET /api/vendors/2/glance', () => HttpResponse.json(GLANCE));
  world.respond('PUT /api/vendors/1', () => HttpResponse.json({ message }, { status: 409 }));
  const user = world.show('/vendors/1');
  await user.type(await screen.findByLabelText('Name'), ' Ltd.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Vendor' }), '2 | Kunming Pearl');
  expect(await screen.findByRole('heading', { level: 1, name: 'Kunming Pearl' })).toBeInTheDocument();
  expect(screen.queryByText(message)).not.toBeInTheDocument();
});

it('asks before one leaves with something unsaved, and not where one stays on the page', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
  confirm.mockClear();
  const user = world.show('/vendors/1');
  await user.type(await screen.findByLabelText('Name'), ' Ltd.');
  await user.click(screen.getByRole('link', { name: 'Details' }));
  expect(screen.getByLabelText('Name')).toHaveValue('Antwerp Rounds Ltd.');
  expect(confirm).not.toHaveBeenCalled();
  await user.click(screen.getByRole('link', { name: 'Column mapping' }));
  await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
  expect(screen.getByLabelText('Name')).toHaveValue('Antwerp Rounds Ltd.');
});

it('a new vendor is made under the next number', async () => {
  world.respond('POST /api/vendors', () => HttpResponse.json(madeVendor(3, 'Surat Stones'), { status: 201 }));
  const user = world.show('/vendors/create');
  await user.type(await screen.findByLabelText('Name'), 'Surat Stones');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Surat Stones was created.')).toBeInTheDocument();
});

it('vendors are not for sales reps', async () => {
  world.signIn('demo-rep');
  world.show('/vendors');
  expect(await screen.findByText('This page is for administrators')).toBeInTheDocument();
});
