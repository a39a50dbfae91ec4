import { LINE_FACTS, LINES } from '#contracts/vocabulary/lines.ts';
import { priceListText } from '#services/prices/testing/made-price-lists.ts';
import { addMonths, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { sql } from 'kysely';
import type { CalledWorld, Sent } from './called-world.ts';

const ofEachLine = (...calls: string[]): string[] =>
  LINES.flatMap((line) => calls.map((call) => `POST ${LINE_FACTS[line].prefix}/${call}`));

/** What a call that is sent twice without a key comes to; none of these can do anything twice. */
const WITHOUT = {
  'it only asks': [
    ...ofEachLine('available', 'customer', 'cart', 'past', 'details', 'rows'),
    'POST /inventory/cert',
    'POST /labgrown/cert',
    'POST /fancycolour/cert',
    'POST /inventory/similar',
    'POST /labgrown/similar',
    'POST /inventory/carted_desires',
    'POST /inventory/open_desires',
    'POST /inventory/closed_desires',
    'POST /inventory/desire_price',
    'POST /jewellery/available_models',
    'POST /jewellery/all_models',
    'POST /jewellery/back_orders',
    'POST /billing/month',
    'POST /billing/working',
    'POST /billing/current',
    'POST /billing/all',
    'POST /billing/specific',
    'POST /billing/replacements',
    'POST /api/bills/terms-preview',
    'POST /admin/allcustomers',
    'POST /admin/getmarkup',
    'POST /admin/getnullaccounts',
    'POST /admin/getassetpages',
    'POST /admin/allusers',
    'POST /attributes/all',
    'POST /reports/combined',
    'POST /reports/year',
    'POST /reports/runs',
    'POST /api/price-lists/check',
    'POST /vendor/view',
    'POST /vendor/view/stock',
    'POST /vendor/view/statement',
    'POST /vendor/view/statement/file',
    'POST /vendor/view/report',
    'POST /client-link/view',
    'POST /client-link/certificate',
    'POST /api/vendors/{id}/feed-preview',
    'POST /api/vendors/{id}/repricing-preview',
    'POST /api/vendors/{id}/inventory-sheet',
    'POST /reassortment/getstores',
    'POST /reassortment/getcolumnmaps',
    'POST /reassortment/getvaluemaps',
    'POST /reassortment/getbintemplates',
    'POST /reassortment/getbins',
    'POST /reassortment/comparedialogideal/{templateId}',
    'POST /reassortment/getstock',
    'POST /reassortment/learnmaps',
    'POST /api/reassortment/plans/{id}/what-if',
  ],
  'it is of a session, or of how its user signs in': [
    'POST /login',
    'POST /login/ticket',
    'POST /login/forgot',
    'POST /login/check',
    'POST /login/customer',
    'POST /login/changepassword',
    'POST /login/sessions',
    'POST /login/sessions/end',
    'POST /login/secondfactor',
    'POST /login/secondfactor/begin',
    'POST /login/secondfactor/confirm',
    'POST /login/secondfactor/codes',
    'POST /login/secondfactor/remove',
    'DELETE /api/users/{id}/sessions',
    'DELETE /api/users/{id}/sessions/{session}',
    'DELETE /api/users/{id}/second-factor',
    'POST /api/view-as',
    'POST /api/view-as/end',
    'POST /logout',
  ],
  'it sets a state: sent again it is as it was': [
    'PUT /memo/reminders',
    'POST /searches/{id}',
    'PUT /searches/{id}',
    'POST /searches/{id}/seen',
    'DELETE /searches/{id}',
    'POST /client-links/seen',
    'DELETE /client-links/{id}',
    'POST /client-link/like',
    'PUT /api/finance-settings',
    'PUT /api/report-schedules/{id}',
    'DELETE /api/report-schedules/{id}',
    'POST /api/vendors/{id}/feed-files',
    'PUT /api/vendors/{id}/feed-source',
    'DELETE /api/vendors/{id}/feed-source',
    'DELETE /api/vendors/{id}/links/{link}',
    'POST /api/feed-runs/{id}/apply',
    'POST /api/feed-runs/{id}/discard',
    'POST /api/feed-runs/{id}/take-back',
    'POST /api/mails/{id}/dismiss',
    'PUT /api/customers/{id}/document-details',
    'POST /reassortment/clearcolumnmaps',
    'POST /reassortment/clearvaluemaps',
  ],
  'it starts work that is under way once, however often it is asked for': [
    'POST /api/projections/{id}/rebuild',
    'POST /api/projections/{id}/retry',
    'POST /api/suspense/{id}/retry',
    'POST /api/suspense/retry',
    'POST /api/stuck-instructions/retry',
    'POST /sync/sync',
    'POST /api/vendors/{id}/feed-source/fetch',
    'POST /api/reassortment/plans',
    'POST /api/reassortment/jobs/{id}/stop',
  ],
} satisfies Readonly<Record<string, readonly string[]>>;

/** The calls that change nothing although they are no GET. */
export const ONLY_ASKS: ReadonlySet<string> = new Set(WITHOUT['it only asks']);

export const TAKES_NO_KEY: ReadonlySet<string> = new Set(Object.values(WITHOUT).flat());

/** Where a good first call needs more than the table's row, which only says who may make it. */
export const FIRST_BODY: Readonly<Record<string, (world: CalledWorld) => Promise<Sent>>> = {
  'POST /login/newpassword': async (world) => {
    const username = world.newName();
    const admin = await world.vitrine.as('admin');
    await admin.post('/admin/newuser', { username, email: `${username}@example.com`, customerId: 7 });
    await sql`
      insert into vitrine.password_link (token_hash, username, token_version, expires_at)
      select sha256(convert_to(username, 'UTF8')), username, token_version, now() + interval '1 hour'
      from vitrine.user_account where username = ${username}`.execute(world.vitrine.context.db);
    return { body: { token: username, newPassword: 'Other-pass-1' } };
  },
  'POST /api/mails/{id}/deliver': async (world) => {
    const {
      rows: [mail],
    } = await sql<{ id: number }>`
      update vitrine.mail set state = 'FAILED', secret = false where id = ${await world.mail()}
      returning id`.execute(world.vitrine.context.db);
    return { path: { id: String(mail!.id) } };
  },
};

const withBody = (more: object) => (first: Sent) => ({
  ...first,
  body: { ...(first.body as object), ...more },
});
const monthBefore = (first: Sent, { months: { last } }: CalledWorld): Sent =>
  withBody(yearAndMonth(addMonths(last.text, -1)))(first);

/** Another body for a key, of calls whose row is the same each time. */
export const ANOTHER_BODY: Readonly<
  Record<string, (first: Sent, world: CalledWorld) => Sent | Promise<Sent>>
> = {
  'POST /login/newpassword': withBody({ newPassword: 'Third-pass-1' }),
  'POST /billing/save': withBody({ fileName: 'Other.pdf' }),
  'POST /api/invoices': withBody({ fileName: 'Other.pdf' }),
  'POST /billing/create': monthBefore,
  'POST /billing/createall': monthBefore,
  'POST /billing/vendorall': monthBefore,
  'POST /api/bills': (first, { months: { last } }) => withBody({ month: addMonths(last.text, -1) })(first),
  'POST /api/bill-runs': (first, { months: { last } }) =>
    withBody({ kind: 'VENDORS', month: last.text })(first),
  'POST /api/period-lock': withBody({ reason: 'another reason' }),
  'PUT /api/billing-begins': withBody({ reason: 'another reason' }),
  'PUT /api/customers/{id}/billing-begins': withBody({ balance: 1 }),
  'POST /inventory/desire_stone': withBody({ desire: { shape: ['OV'] } }),
  'DELETE /api/back-orders/{id}': (first) => ({ ...first, query: { reason: 'bought elsewhere' } }),
  'POST /jewellery/request_models': (first) => withBody({ remarks: 'for Friday' })(first),
  'PUT /vendor/{id}/columns': ({ body, ...first }) => ({ ...first, body: (body as object[]).slice(1) }),
  'PUT /api/vendors/{id}/feed-mapping': (first) => {
    const { columns } = first.body as { columns: object[] };
    return withBody({ columns: columns.slice(1) })(first);
  },
  'POST /api/price-lists': ({ form, query }) => ({
    query: query ?? {},
    form: { ...form!, text: priceListText('2000-01-02') },
  }),
  'PUT /vendor/edit': withBody({ legalName: 'Antwerp Rounds NV' }),
  'POST /api/vendors': withBody({ name: 'Mumbai Stones' }),
  'PUT /api/vendors/{id}': withBody({ email: 'feeds@antwerp.example' }),
  'POST /client-links': withBody({ title: 'For Anna' }),
  'POST /client-link/ask': withBody({ text: 'Is it on hand?' }),
  'POST /api/vendors/{id}/links': withBody({ days: 7 }),
  'POST /api/vendors/{id}/links/{link}/send': withBody({ to: 'feeds@antwerp.example' }),
  'POST /api/feed-runs': withBody({ fileName: 'other.csv' }),
  'POST /vendor/check/{id}': ({ form, ...first }) => ({
    ...first,
    form: { ...form!, text: form!.text.replace('5000', '5100') },
  }),
  'POST /jewellery/update_model': (first) => {
    const { model } = first.body as { model: object };
    return withBody({ model: { ...model, hide: true } })(first);
  },
  'POST /api/jewellery-models/import': ({ form }) => ({
    form: { ...form!, text: form!.text.replace(',5', ',6') },
  }),
  'POST /admin/setmarkup': () => ({ body: [] }),
  'POST /admin/updateaccountcodes': ({ body }) => ({
    body: (body as object[]).map((row) => ({ ...row, docType: ['INVOICE'] })),
  }),
  'POST /admin/deleteaccountcodes': ({ body }) => ({
    body: (body as object[]).map((row) => ({ ...row, accountCode: '70-01-0002' })),
  }),
  'POST /admin/updatecustomer': withBody({ bigName: 'Cedar and Sons' }),
  'PUT /api/customers/{id}': withBody({ bigName: 'Cedar and Sons' }),
  'POST /reassortment/setstores': () => ({ body: [{ storeId: '1', storeName: 'Harbour' }] }),
  'POST /reassortment/setcolumnmaps': () => ({ body: [] }),
  'POST /reassortment/setvaluemaps': () => ({ body: [] }),
  'POST /reassortment/loadideal': withBody({ templateName: 'Ideal 2027' }),
  'POST /admin/updateuser': withBody({ lastName: 'Away' }),
  'PUT /api/users/{id}': withBody({ lastName: 'Away' }),
  'POST /admin/resetpassword': withBody({ username: 'cedar' }),
};
