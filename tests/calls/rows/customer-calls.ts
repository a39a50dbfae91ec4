import { randomUUID } from 'node:crypto';
import type { Call } from '../call.ts';

const account = { dxInstance: 'VITRINE', accountCode: '70-01-0001' };
const noCustomer = { 'an administrator without a customer': 402 };
// Each caller has searches of its own: a fresh id is not in use yet.
const aSearch = () => ({
  path: { id: randomUUID() },
  body: { name: randomUUID(), kind: 'available', line: 'natural', filters: {}, sort: null, mails: false },
});

/** Customers, their accounts and retail markups, for staff (product: Admin calls). */
export const CUSTOMER_CALLS: readonly Call[] = [
  { call: 'POST /admin/allcustomers', who: 'staff' },
  { call: 'GET /api/customers', who: 'staff' },
  { call: 'GET /api/customers/{id}', who: 'staff', sends: () => ({ path: { id: '7' } }) },
  {
    call: 'POST /admin/newcustomer',
    who: 'administer',
    sends: (world) => ({ body: { name: `New ${world.newName()}` } }),
  },
  {
    call: 'POST /api/customers',
    who: 'administer',
    good: 201,
    sends: (world) => ({ body: { name: `New ${world.newName()}` } }),
  },
  {
    call: 'POST /admin/updatecustomer',
    who: 'administer',
    sends: () => ({ body: { customerId: 9, bigName: 'Cedar' } }),
  },
  {
    call: 'PUT /api/customers/{id}',
    who: 'administer',
    sends: () => ({ path: { id: '9' }, body: { bigName: 'Cedar' } }),
  },
  // The customer of the header: without one there is none to ask for.
  { call: 'POST /admin/getmarkup', who: 'administer', but: noCustomer },
  { call: 'POST /admin/setmarkup', who: 'administer', but: noCustomer, sends: (world) => world.markupRows() },
  { call: 'POST /admin/getnullaccounts', who: 'administer' },
  {
    call: 'POST /admin/updateaccountcodes',
    who: 'administer',
    sends: () => ({ body: [{ ...account, docType: ['MEMO'], customerId: null }] }),
  },
  { call: 'POST /admin/deleteaccountcodes', who: 'administer', sends: () => ({ body: [account] }) },
  // What is set comes before what shows it: sent again both are as they were.
  { call: 'PUT /memo/reminders', who: 'readOwn', sends: () => ({ body: { on: true, daysBefore: 5 } }) },
  { call: 'GET /memo/reminders', who: 'readOwn' },
  { call: 'POST /searches/{id}', who: 'read', sends: aSearch },
  { call: 'PUT /searches/{id}', who: 'read', good: 402, sends: aSearch },
  { call: 'GET /searches', who: 'read' },
  { call: 'POST /searches/{id}/seen', who: 'read', good: 402, sends: () => ({ path: { id: randomUUID() } }) },
  { call: 'DELETE /searches/{id}', who: 'read', good: 402, sends: () => ({ path: { id: randomUUID() } }) },
];
