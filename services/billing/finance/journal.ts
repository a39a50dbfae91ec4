import type { JournalAccounts } from '#contracts/api/finance.ts';
import type { Bill, LineKind } from '#contracts/billing/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { dollars } from '#contracts/vocabulary/money.ts';
import { lastDayOf, monthName } from '#contracts/vocabulary/months.ts';
import { csvRow } from '#services/platform/workbooks/index.ts';
import { vendorsOn, vendorStatement } from '../calculation/vendor-statements.ts';

/**
 * A posting in cents: debits are positive, credits negative. `name` is the customer's or vendor's; '' for the house.
 */
type Posting = { account: string; name: string; cents: number };
/** An entry of double entry: its postings sum to 0. */
export type JournalEntry = { day: HouseDay; number: string; memo: string; postings: Posting[] };

/** The names in entries: documents by the bill's event id, customers and vendors by their numbers. */
export type JournalNames = {
  number: (bill: Bill) => string;
  customer: (customerId: number) => string;
  vendor: (vendorId: number) => string;
};

/** A line that charges the customer only when it is overridden; it is posted with the fees. */
const ACCOUNT_OF: Readonly<Record<LineKind, keyof JournalAccounts>> = {
  FEE: 'fees',
  SURCHARGE: 'surcharge',
  TRUE_UP: 'trueUp',
  OPENING_BALANCE: 'openingBalance',
  SALE: 'fees',
  REBATE: 'rebates',
  CREDIT: 'fees',
  REBATE_REVERSAL: 'rebates',
  DEPLOYMENT: 'fees',
  ADJUSTMENT: 'adjustments',
};

/**
 * The journal of bills (rule: Journal). Each bill gives an entry of what the customer owes against the house's income,
 * and one for each vendor of what it is due. Receivables sum to the bills, payables to the vendors' statements. Pure.
 * @param bills the newest version of each month's bill
 */
export function journalOf(
  bills: readonly Bill[],
  accounts: JournalAccounts,
  names: JournalNames,
): JournalEntry[] {
  return bills.flatMap((bill) => {
    const { customerId, month, lines } = bill;
    const customer = names.customer(customerId);
    const entry = (memo: string, postings: Posting[]): JournalEntry[] => {
      const posted = postings.filter(({ cents }) => cents !== 0);
      return posted.length === 0
        ? []
        : [{ day: lastDayOf(month), number: names.number(bill), memo, postings: posted }];
    };
    const income = new Map<string, number>();
    for (const { kind, amountCents } of lines) {
      const account = accounts[ACCOUNT_OF[kind]];
      income.set(account, (income.get(account) ?? 0) - amountCents);
    }
    const billed = entry(`Bill for ${monthName(month)}`, [
      { account: accounts.receivable, name: customer, cents: bill.totalCents },
      ...[...income].map(([account, cents]) => ({ account, name: '', cents })),
    ]);
    const shared = vendorsOn([bill]).flatMap((vendorId) => {
      const { totalCents } = vendorStatement(vendorId, month, [bill]);
      return entry(`Vendor's part of the bill of ${customer} for ${monthName(month)}`, [
        { account: accounts.payable, name: names.vendor(vendorId), cents: -totalCents },
        { account: accounts.vendorCosts, name: '', cents: totalCents },
      ]);
    });
    return [...billed, ...shared];
  });
}

/** The journal as CSV: a row for each posting, debits and credits in separate columns, in dollars. */
export function journalCsv(entries: readonly JournalEntry[]): string {
  const rows = entries.flatMap(({ day, number, memo, postings }, index) =>
    postings.map(({ account, name, cents }) =>
      csvRow([
        index + 1,
        day,
        number,
        account,
        name,
        cents > 0 ? { cents } : '',
        cents < 0 ? { cents: -cents } : '',
        memo,
      ]),
    ),
  );
  return [
    csvRow(['Entry', 'Date', 'Number', 'Account', 'Name', 'Debit', 'Credit', 'Memo']),
    ...rows,
    '',
  ].join('\r\n');
}

/**
 * The journal in QuickBooks' format (IIF, general journal). A transaction there may have at most one receivable or
 * payable account, as every entry here does.
 */
export function journalIif(entries: readonly JournalEntry[]): string {
  const heads = ['TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'DOCNUM', 'MEMO'];
  const rows = entries.flatMap(({ day, number, memo, postings }) => [
    ...postings.map(({ account, name, cents }, index) =>
      iifRow([
        index === 0 ? 'TRNS' : 'SPL',
        'GENERAL JOURNAL',
        `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
        account,
        name,
        dollars(cents).toFixed(2),
        number,
        memo,
      ]),
    ),
    'ENDTRNS',
  ]);
  return [iifRow(['!TRNS', ...heads]), iifRow(['!SPL', ...heads]), '!ENDTRNS', ...rows, ''].join('\r\n');
}

/** Tabs separate the fields; a quote would open a field that spans lines. */
const iifRow = (fields: readonly string[]): string =>
  fields.map((field) => field.replaceAll(/[\t\r\n]+/g, ' ').replaceAll('"', "'")).join('\t');
