import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { madeCustomer } from '../dev/made-office.ts';
import { officeWorld } from '../dev/render-back-office.tsx';

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
};
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
  world.respond('GET /api/bills/explain', () =>
    HttpResponse.json({
      customerId: 1,
      month: '2026-04',
      from: cut,
      to: { ...cut, position: '103' },
      before: 302.24,
      after: 282.24,
      events: [event('RETURN_MEMO of B', -20), event('MEMO of C', 0)],
      settlement: {
        version: 1,
        issued: 302.24,
        now: 276.64,
        next: null,
        unaccounted: 0,
        stands: [{ month: '2026-05', version: 1, amount: -25.6 }],
      },
    }),
  );
  const user = world.show('/bills/1-2026-04-1/show');
  expect(await screen.findByText(/^\$302\.24, version 1, due /)).toBeVisible();
  const section = screen.getByRole('region', { name: 'Explain between two cuts' });
  await user.click(within(section).getByRole('button', { name: 'Explain' }));
  const moved = (await within(section).findByText('RETURN_MEMO of B')).closest('li');
  expect(section).toHaveTextContent(
    'Issued $302.24, as known then $276.64; -$25.60 stands on the bill of May 2026.',
  );
  // Without a reason nothing is quoted.
  expect(moved).toHaveTextContent(/from trading-system: Fee B \$34\.00 → \$14\.00$/);
  expect(within(section).getByText('MEMO of C')).not.toBeVisible();
  await user.click(within(section).getByText('One event in between changed nothing'));
  expect(within(section).getByText('MEMO of C')).toBeVisible();
});
