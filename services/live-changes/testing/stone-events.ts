import { OPEN_ACCESS, PLAIN_TERMS } from '#contracts/customer/testing/plain-customer.ts';
import { newTestEvent } from '#projections/engine/testing/test-log.ts';
import type { ChangeNotice } from '../change-notice.ts';

export const NOW = '2026-03-02T10:00:00.000Z';

/** A desire that asks for any stone. */
export const ANY_STONE = {
  weight: {},
  shape: [],
  colour: [],
  clarity: [],
  fluorescence: [],
  cut: [],
  polish: [],
  symmetry: [],
};
/** A customer's first event. */
export const registered = (customerId: number) =>
  newTestEvent('CustomerRegistered', {
    customerId,
    identity: { name: 'Birch', legalName: '', email: '', salesRepEmail: '', bigName: '' },
    access: OPEN_ACCESS,
    terms: PLAIN_TERMS,
    effectiveAt: NOW,
  });

/** A parcel that is listed at $1,000. */
export function listed(parcelName: string, line = 'natural', piece?: object) {
  return newTestEvent('StoneListed', {
    parcelName,
    line,
    vendorId: 1,
    attributes: { weight: 1000 },
    piece,
    costCents: 900_00,
    totalCents: 1000_00,
    vendorAvailability: 'IN_STOCK',
    effectiveAt: NOW,
  });
}
/** A request of a parcel at its list price. */
export function requested(customerId: number, effectiveAt = NOW) {
  const frozen = {
    customerPriceCents: 1000_00,
    listPriceCents: 1000_00,
    costCents: 900_00,
    giaRoundDiscountPpm: 0,
    attributes: { weight: 1000 },
  };
  return newTestEvent('StoneRequested', { customerId, instructionId: 'i1', effectiveAt, frozen });
}
/** The parcel is marked as sold, an hour after `NOW`. */
export const sold = (customerId: number) =>
  newTestEvent('StoneSold', { customerId, instructionId: 'i2', effectiveAt: '2026-03-02T11:00:00.000Z' });

/** A notice of no change. */
export const nothing = {
  position: '1',
  parcels: [],
  carts: [],
  customers: [],
  desires: [],
  models: false,
  modelOrders: [],
  feeds: false,
} satisfies ChangeNotice;

/** A jewellery model becomes known. */
export const imported = (name: string, fields: object = {}) =>
  newTestEvent('ModelImported', { name, fields, effectiveAt: NOW });

let memos = 0;
/** A memo of the parcel, with a number of its own. */
export const memoTo = (customerId: number) =>
  newTestEvent('DocumentReceived', {
    instance: 'VITRINE',
    docType: 'MEMO',
    docNo: String((memos += 1)),
    line: 1,
    version: 1,
    accountCode: `A-${customerId}`,
    customerId,
    amountCents: 1000_00,
    giaRoundDiscountPpm: 0,
    effectiveAt: NOW,
  });
