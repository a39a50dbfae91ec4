import { expect, test } from 'vitest';
import type { VendorEvent } from '#contracts/events/index.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { changeSettings } from './change-settings.ts';
import { changeVendorTerms } from './change-terms.ts';
import { registerVendor } from './register-vendor.ts';
import { evolveVendor, newVendor, type VendorState } from './vendor-state.ts';

const AT = '2026-03-01T15:00:00.000Z';
const ZONE = 'America/New_York';
const given = (...events: readonly VendorEvent[]): VendorState => events.reduce(evolveVendor, newVendor(3));
const registered = given(
  ...registerVendor(
    newVendor(3),
    { settings: { name: 'Kunming', tier: 'Kunming', dxPrefix: 'KP' }, terms: { markupPpm: 80_000 } },
    AT,
  ),
);

const statusOf = (work: () => unknown): number | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.status : 0;
  }
};

test('a new vendor has what it was given, and plain defaults', () => {
  expect(registered).toMatchObject({
    registered: true,
    settings: {
      name: 'Kunming',
      legalName: 'Kunming',
      tier: 'Kunming',
      dxPrefix: 'KP',
      sendRequests: false,
      autoWhitelist: false,
    },
    terms: [{ effectiveAt: AT, changes: { markupPpm: 80_000, saleSharePpm: 0 } }],
    lastFeed: null,
  });
});

test('only what differs is recorded', () => {
  expect(changeSettings(registered, { changes: { name: 'Kunming', tier: 'Reserve' } }, AT)).toEqual([
    { type: 'VendorSettingsChanged', data: { changes: { tier: 'Reserve' }, effectiveAt: AT } },
  ]);
  const events = changeVendorTerms(
    registered,
    { changes: { markupPpm: 100_000 }, effectiveAt: '2026-05-01' },
    ZONE,
  );
  const changed = events.reduce(evolveVendor, registered);
  expect([
    termsAt(changed.terms, '2026-04-30', ZONE).markupPpm,
    termsAt(changed.terms, '2026-05-01', ZONE).markupPpm,
  ]).toEqual([80_000, 100_000]);
  expect(
    changeVendorTerms(changed, { changes: { markupPpm: 100_000 }, effectiveAt: '2026-05-01' }, ZONE),
  ).toEqual([]);
});

test.each([
  ['a vendor that is there already', () => registerVendor(registered, { settings: { name: 'x' } }, AT), 409],
  ['a vendor without a name', () => registerVendor(newVendor(3), { settings: { name: '' } }, AT), 422],
  [
    'a negative markup',
    () => changeVendorTerms(registered, { changes: { markupPpm: -1 }, effectiveAt: AT }, ZONE),
    422,
  ],
  [
    'a date that is none',
    () => changeVendorTerms(registered, { changes: {}, effectiveAt: 'soon' }, ZONE),
    422,
  ],
  ['settings of nobody', () => changeSettings(newVendor(9), { changes: {} }, AT), 404],
  ['terms of nobody', () => changeVendorTerms(newVendor(9), { changes: {}, effectiveAt: AT }, ZONE), 404],
])('%s: refused', (_, command, status) => {
  expect(statusOf(command)).toBe(status);
});
