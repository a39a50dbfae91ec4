import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { madeFee } from '../testing/made-bill-lines.ts';
import { madeCustomer } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const cut = { position: '100', recordedAt: '2026-05-01T12:00:00.000Z' };
const hash = '0'.repeat(64);
const bill = {
  id: '1-2026-04-1',
  customerId: 1,
  month: '2026-04',
  version: 1,
  cut,
  policyVersion: 1,
  overridesHash: hash,
  inputHash: hash,
  lines: [],
  total: 302.24,
  dueDate: '2026-05-31',
  issuedAt: cut.recordedAt,
  issuedBy: 'demo-admin',
  eventId: hash,
  position: '101',
  customerName: 'Alder & Sons',
  vendors: [{ vendorId: 3, name: 'Antwerp Rounds' }],
  documents: [
    {
      invoiceId: 5,
      customerId: 1,
      year: 2026,
      month: 4,
      fileName: 'April.pdf',
      active: true,
      uploadDate: cut.recordedAt,
      version: 1,
      kind: 'computed',
      size: 9,
      amount: 0,
      dueDate: null,
    },
  ],
  overriddenTerms: [{ name: 'Payment', value: '45 days', was: '30 days', reason: 'as agreed' }],
  newestVersion: 1,
};
const settlement = {
  version: 1,
  issued: 302.24,
  now: 276.64,
  next: null,
  unaccounted: 0,
  stands: [{ month: '2026-05', version: 1, amount: -25.6 }],
};
const SETTLED = 'Issued $302.24, as known now $276.64, the difference −$25.60 is on bill 2026-05.';
const event = (what: string, delta: number) => ({
  eventId: what,
  stream: 'stone-B',
  type: 'DocumentReceived',
  what,
  position: '102',
  delta,
  recordedAt: '2026-05-05T12:00:00.000Z',
  actor: 'trading-system',
  reason: '',
  lines:
    delta === 0
      ? []
      : [{ kind: 'FEE', key: 'FEE:B', parcelName: 'B', adjusts: null, before: 34, after: 34 + delta }],
});

it('a bill says at its head what it comes to; its explanation folds away what changed nothing', async () => {
  world.signIn('demo-admin');
  world.customers = [madeCustomer(1)];
  world.respond('GET /api/bills/1-2026-04-1', () => HttpResponse.json(bill));
  world.respond('GET /api/bills/1-2026-04-1/settlement', () => HttpResponse.json({ settlement }));
  world.respond('GET /api/bills/explain', () =>
    HttpResponse.json({
      customerId: 1,
      month: '2026-04',
      from: cut,
      to: { ...cut, position: '103' },
      before: 302.24,
      after: 282.24,
      events: [event('RETURN_MEMO of B', -20), event('MEMO of C', 0)],
      settlement,
    }),
  );
  const user = world.show('/bills/1-2026-04-1/show');
  expect(await screen.findByText(/^\$302\.24, version 1, due /)).toBeVisible();
  const section = screen.getByRole('region', { name: 'Explain between two cuts' });
  await user.click(within(section).getByRole('button', { name: 'Explain' }));
  const moved = (await within(section).findByText('RETURN_MEMO of B')).closest('li');
  expect(section).toHaveTextContent(SETTLED);
  // Without a reason nothing is quoted.
  expect(moved).toHaveTextContent(/from trading-system: Fee B \$34\.00 → \$14\.00$/);
  expect(within(section).getByText('MEMO of C')).not.toBeVisible();
  await user.click(within(section).getByText('One event in between changed nothing'));
  expect(within(section).getByText('MEMO of C')).toBeVisible();
});

it('a bill speaks finance: its settlement, names, no line at zero unless asked for, its documents', async () => {
  world.signIn('demo-admin');
  world.respond('GET /api/bills/1-2026-04-1', () =>
    HttpResponse.json({ ...bill, lines: [madeFee('B-1', 302.24, 50), madeFee('B-2', 0, 50)] }),
  );
  world.respond('GET /api/bills/1-2026-04-1/settlement', () => HttpResponse.json({ settlement }));
  const user = world.show('/bills/1-2026-04-1/show');
  expect(await screen.findByText(SETTLED)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Alder & Sons, April 2026' })).toBeVisible();
  expect(screen.getByText(/Antwerp Rounds: \$151\.12/)).toBeInTheDocument();
  expect(screen.queryByText('B-2')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show 1 line at zero' }));
  expect(screen.getByText('B-2')).toBeVisible();
  expect(screen.getByRole('button', { name: 'April.pdf' })).toBeEnabled();
  expect(screen.getByText('Overridden this month: Payment, 45 days (was 30 days): as agreed')).toBeVisible();
});

it('two parts of one parcel in a surcharge, of a stone that was renewed, are both shown', async () => {
  // Given a line with a part for each of two fees of one stone.
  world.signIn('demo-admin');
  const line = madeFee('B-1', 302.24, 50);
  const [part] = line.vendorParts;
  const lines = [{ ...line, vendorParts: [part!, { ...part!, amount: 3.66 }] }];
  world.respond('GET /api/bills/1-2026-04-1', () => HttpResponse.json({ ...bill, lines }));
  world.respond('GET /api/bills/1-2026-04-1/settlement', () => HttpResponse.json({ settlement }));
  const errors = vi.spyOn(console, 'error');
  // When the bill is opened, then both parts are there, and React takes neither for the other.
  world.show('/bills/1-2026-04-1/show');
  expect(await screen.findByText(/Antwerp Rounds: \$3\.66/)).toBeInTheDocument();
  expect(errors).not.toHaveBeenCalled();
});

it('two versions are compared side by side, with the sums', async () => {
  world.signIn('demo-admin');
  const side = (version: number, total: number) => ({ version, cut, total, dueDate: '2026-05-31' });
  world.respond('GET /api/bills/1-2026-04-1', () => HttpResponse.json({ ...bill, newestVersion: 2 }));
  world.respond('GET /api/bills/compare', ({ url }) => {
    expect(url.search).toBe('?customerId=1&month=2026-04&fromVersion=1&toVersion=2');
    return HttpResponse.json({
      customerId: 1,
      month: '2026-04',
      before: side(1, 302.24),
      after: side(2, 282.24),
      difference: -20,
      lines: [
        { kind: 'FEE', key: 'FEE:B', parcelName: 'B', adjusts: null, before: 34, after: 14, difference: -20 },
        {
          kind: 'ADJUSTMENT',
          key: 'ADJUSTMENT:C',
          parcelName: 'C',
          adjusts: { month: '2026-03', kind: 'SURCHARGE' },
          before: 0,
          after: 5,
          difference: 5,
        },
      ],
    });
  });
  const user = world.show('/bills/1-2026-04-1/show');
  const section = await screen.findByRole('region', { name: 'Compare side by side' });
  await user.click(within(section).getByRole('button', { name: 'Compare' }));
  expect(await within(section).findByRole('row', { name: 'Fee B $34.00 $14.00 −$20.00' })).toBeVisible();
  const adjusted = 'Adjustment C, surcharge of March 2026 $0.00 $5.00 $5.00';
  expect(within(section).getByRole('row', { name: adjusted })).toBeVisible();
  expect(within(section).getByRole('row', { name: 'Total $302.24 $282.24 −$20.00' })).toBeVisible();
});

it.each([
  ['Compare side by side', 'Compare', '/api/bills/compare'],
  ['Explain between two cuts', 'Explain', '/api/bills/explain'],
])('%s: what failed is asked again when it is pressed again', async (title, name, path) => {
  world.signIn('demo-admin');
  world.respond('GET /api/bills/1-2026-04-1', () => HttpResponse.json({ ...bill, newestVersion: 2 }));
  world.respond('GET /api/bills/1-2026-04-1/settlement', () => HttpResponse.json({ settlement }));
  world.answerWith(path, { status: 500, body: { message: 'Out of order' } });
  const user = world.show('/bills/1-2026-04-1/show');
  const section = await screen.findByRole('region', { name: title });
  await user.click(within(section).getByRole('button', { name }));
  expect(await within(section).findByText('Out of order')).toBeVisible();
  await user.click(within(section).getByRole('button', { name }));
  await waitFor(() => expect(world.calls.filter((call) => call === `GET ${path}`)).toHaveLength(2));
});

it('what has become of the bill is asked again where it could not be loaded', async () => {
  let fails = true;
  world.signIn('demo-admin');
  world.respond('GET /api/bills/1-2026-04-1', () => HttpResponse.json(bill));
  world.respond('GET /api/bills/1-2026-04-1/settlement', () =>
    fails
      ? HttpResponse.json({ code: 'UNAVAILABLE', message: 'Not now.' }, { status: 503 })
      : HttpResponse.json({ settlement }),
  );
  const user = world.show('/bills/1-2026-04-1/show');
  expect(await screen.findByText('What changed since the bill could not be loaded')).toBeInTheDocument();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(SETTLED)).toBeInTheDocument();
});
