import { expect, test } from 'vitest';
import type { VendorEvent } from '#contracts/events/index.ts';
import { asRecorded } from '#contracts/events/testing/as-recorded.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import { newVendor, vendorFold, type VendorState } from '#contracts/vendor/vendor.ts';
import { givenFrom } from '#services/platform/testing/given.ts';
import { changeSettings } from './change-settings.ts';
import { changeVendorTerms } from './change-terms.ts';
import { registerVendor } from './register-vendor.ts';

const AT = '2026-03-01T15:00:00.000Z';
const ZONE = 'America/New_York';
const given = givenFrom<VendorState, VendorEvent>(newVendor(3), (state, event, index) =>
  vendorFold.evolve(state, asRecorded(event, index)),
);
const registered = registerVendor(
  newVendor(3),
  { settings: { name: 'Kunming', tier: 'Kunming', dxPrefix: 'KP' }, terms: { markupPpm: 80_000 } },
  AT,
);

test('a new vendor has what it was given, and plain defaults', () => {
  expect(given(...registered).state.record).toMatchObject({
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
  given(...registered)
    .when(changeSettings, { changes: { name: 'Kunming', tier: 'Reserve' } }, AT)
    .then([{ type: 'VendorSettingsChanged', data: { changes: { tier: 'Reserve' }, effectiveAt: AT } }]);

  const terms = { changes: { markupPpm: 100_000 }, effectiveAt: '2026-05-01' };
  const changed: VendorEvent = { type: 'VendorTermsChanged', data: terms };
  given(...registered)
    .when(changeVendorTerms, terms, ZONE)
    .then([changed]);
  const after = given(...registered, changed);
  expect([
    termsAt(after.state.record!.terms, '2026-04-30', ZONE).markupPpm,
    termsAt(after.state.record!.terms, '2026-05-01', ZONE).markupPpm,
  ]).toEqual([80_000, 100_000]);
  after.when(changeVendorTerms, terms, ZONE).then([]);
});

test('terms from a day on count after those recorded of that day before (rule: Billing terms)', () => {
  const at = '2026-05-05T19:00:00.000Z';
  const changed = (markupPpm: number): VendorEvent => ({
    type: 'VendorTermsChanged',
    data: { changes: { markupPpm }, effectiveAt: at },
  });
  given(...registered, changed(90_000))
    .when(changeVendorTerms, { changes: { markupPpm: 100_000 }, effectiveAt: '2026-05-05' }, ZONE)
    .then([changed(100_000)]);
});

test('a vendor is registered once, with a name', () => {
  given(...registered)
    .when(registerVendor, { settings: { name: 'x' } }, AT)
    .thenRefused({ status: 409 });
  given()
    .when(registerVendor, { settings: { name: '' } }, AT)
    .thenRefused({ status: 422 });
});

test('terms with a negative markup or without a date are refused', () => {
  const vendor = given(...registered);
  vendor
    .when(changeVendorTerms, { changes: { markupPpm: -1 }, effectiveAt: AT }, ZONE)
    .thenRefused({ status: 422 });
  vendor.when(changeVendorTerms, { changes: {}, effectiveAt: 'soon' }, ZONE).thenRefused({ status: 422 });
});

test('nothing can be changed of a vendor that does not exist', () => {
  given().when(changeSettings, { changes: {} }, AT).thenRefused({ status: 404 });
  given().when(changeVendorTerms, { changes: {}, effectiveAt: AT }, ZONE).thenRefused({ status: 404 });
});
