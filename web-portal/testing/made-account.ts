import type { BillWorking } from '#contracts/api/bill-working.ts';
import type { Invoice } from '#contracts/api/invoices.ts';
import type { User } from '#contracts/api/session.ts';
import type { FakeAnswer } from './made-answer.ts';
import { MADE_CUSTOMER } from './made-people.ts';

const invoice = (
  invoiceId: number,
  fileName: string,
  { active = true, bill = false }: { active?: boolean; bill?: boolean } = {},
): Invoice => ({
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
  amount: bill ? 610.54 : null,
  dueDate: bill ? '2026-11-15' : null,
});

/** The months that have any, of all that have them: the newest is not the current one. */
const MADE_INVOICE_MONTHS = [
  { year: 2026, month: 10 },
  { year: 2025, month: 10 },
];
/** Each month has these, but for the first of a year, which has none. */
export const MADE_INVOICES: readonly Invoice[] = [
  invoice(1, 'Statement.xlsx'),
  invoice(2, 'Invoice.pdf', { bill: true }),
  invoice(3, 'Invoice.pdf', { bill: true, active: false }),
];

const MADE_WORKING: BillWorking = {
  month: '2026-10',
  version: 2,
  issued: '2026-11-01',
  dueDate: '2026-11-15',
  total: 610.54,
  overriddenTerms: [{ name: 'Payment', value: '45 days', was: '14 days', reason: 'as agreed' }],
  sections: [
    {
      title: 'Monthly fees',
      total: 640.54,
      lines: [
        {
          item: 'VTR-100001',
          description: '1.00 ct Round F VS1',
          working: '31 of 31 days: 10 days at 1 % of $9,800.00, 21 days at 1.2 % of $9,800.00',
          amount: 640.54,
          override: null,
          days: [
            { from: '2026-10-01', to: '2026-10-10', days: 10, words: '1 % a month of $9,800.00' },
            { from: '2026-10-11', to: '2026-10-31', days: 21, words: '1.2 % a month of $9,800.00' },
          ],
          events: [],
        },
      ],
    },
    {
      title: 'Adjustments of earlier months',
      total: -30,
      lines: [
        {
          item: 'VTR-100002',
          description: '',
          working: 'September 2026, fee',
          amount: -30,
          override: null,
          days: [],
          events: [
            {
              day: '2026-10-05',
              what: 'Returned on 2026-09-21',
              by: 'trading system',
              reason: 'came late',
              difference: -30,
            },
          ],
        },
      ],
    },
  ],
  terms: [{ from: '2026-10-01', to: '2026-10-31', terms: [{ name: 'Payment', value: '14 days' }] }],
};

/** Answers the calls beside the lists: account, pages, invoices, referrals, sync. Null for any other. */
export function answerForAccount(
  path: string,
  body: Record<string, unknown>,
  viewer: User | undefined,
): FakeAnswer | null {
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
    case '/billing/months':
      return { status: 200, body: MADE_INVOICE_MONTHS };
    case '/billing/working':
      return { status: 200, body: MADE_WORKING };
    case '/billing/specific':
    case '/billing/all':
      return { status: 200, body: 'a file' };
    case '/sync/sync':
      return { status: 200, body: { syncId: 'made-sync' } };
    default:
      return null;
  }
}
