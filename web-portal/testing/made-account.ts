import type { Invoice } from '#contracts/api/invoices.ts';
import type { User } from '#contracts/api/session.ts';
import type { HouseAnswer } from './made-answer.ts';
import { MADE_CUSTOMER } from './made-people.ts';

const invoice = (invoiceId: number, fileName: string, active = true): Invoice => ({
  invoiceId,
  customerId: MADE_CUSTOMER.customerId,
  year: 2026,
  month: 10,
  fileName,
  uploadDate: '2026-11-01T09:00:00.000Z',
  active,
  version: active ? 2 : 1,
  kind: 'computed',
  size: 1000,
});

/** Each month has these, but for the first of a year, which has none. */
export const MADE_INVOICES: readonly Invoice[] = [
  invoice(1, 'Statement.xlsx'),
  invoice(2, 'Invoice.pdf'),
  invoice(3, 'Invoice.pdf', false),
];

/** Answers the calls beside the lists: account, pages, invoices, referrals, sync. Null for any other. */
export function answerForAccount(
  path: string,
  body: Record<string, unknown>,
  viewer: User | undefined,
): HouseAnswer | null {
  if (path === '/configuration') return { status: 200, body: {} };
  if (path === '/admin/makecustomerreferral') return { status: 200, body: { message: 'Referral Sent' } };
  if (path === '/login/ticket')
    return body['password'] === 'Demo-pass-1'
      ? { status: 200, body: { ticket: 'made-ticket' } }
      : { status: 401, body: { message: 'Login Failed' } };
  if (!viewer) return null;
  switch (path) {
    case '/admin/allcustomers':
      return {
        status: 200,
        body: [
          { ...MADE_CUSTOMER, customerId: 14, name: 'Anchor Gems', salesRepEmail: 'other@vitrine.example' },
          { ...MADE_CUSTOMER, salesRepEmail: 'demo-rep@vitrine.example' },
          { ...MADE_CUSTOMER, customerId: 15, name: 'Quay Street Gems', salesRepEmail: '' },
        ],
      };
    case '/admin/getassetpages':
      return { status: 200, body: [{ path: '/our-model.html', title: 'How it works' }] };
    case '/billing/month':
      return { status: 200, body: body['month'] === 1 ? [] : MADE_INVOICES };
    case '/billing/specific':
    case '/billing/all':
      return { status: 200, body: 'a file' };
    case '/sync/sync':
      return { status: 200, body: { syncId: 'made-sync' } };
    default:
      return null;
  }
}
