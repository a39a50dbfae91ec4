import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STANDARD_ACCOUNTS } from '#contracts/api/finance.ts';
import type { Bill } from '#contracts/billing/index.ts';
import { calculateBill } from '#services/billing/calculation/calculate-bill.ts';
import { vendorsOn, vendorStatement } from '#services/billing/calculation/vendor-statements.ts';
import { journalCsv, journalIif, journalOf } from '#services/billing/finance/journal.ts';
import { billingWorld, recorded } from './billing-lives.ts';

/** What must hold of every journal (rule: Journal). */

const NAMES = {
  number: ({ month }: Bill) => month,
  customer: (id: number) => `Customer ${id}`,
  vendor: (id: number) => `Vendor\t"${id}"`,
};

test('each entry balances; receivables are the bills, payables the statements, in CSV and IIF too', () => {
  fc.assert(
    fc.property(billingWorld, (one) => {
      const known = recorded(one);
      const bills = ['2026-03', '2026-04'].map((month) =>
        known.issue(calculateBill(known.accounts(), { month, cut: known.cut() })),
      );
      const entries = journalOf(bills, STANDARD_ACCOUNTS, NAMES);
      for (const { postings } of entries) expect(postings.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
      const postings = entries.flatMap((entry) => entry.postings);
      const posted = (account: string): number =>
        postings.filter((row) => row.account === account).reduce((sum, { cents }) => sum + cents, 0);
      expect(posted(STANDARD_ACCOUNTS.receivable)).toBe(
        bills.reduce((sum, { totalCents }) => sum + totalCents, 0),
      );
      const due = bills.flatMap((bill) =>
        vendorsOn([bill]).map((vendorId) => vendorStatement(vendorId, bill.month, [bill]).totalCents),
      );
      // Without a posting it is 0, not -0.
      expect(0 - posted(STANDARD_ACCOUNTS.payable)).toBe(due.reduce((sum, cents) => sum + cents, 0));

      const cents = (text = ''): number => Math.round(Number(text || '0') * 100);
      const rows = journalCsv(entries).split('\r\n').slice(1, -1);
      expect(rows).toHaveLength(postings.length);
      const iif = journalIif(entries).split('\r\n').slice(3, -1);
      const amounts = iif.filter((row) => row !== 'ENDTRNS').map((row) => cents(row.split('\t')[5]));
      expect(amounts).toEqual(postings.map((row) => row.cents));
      for (const row of iif) expect([1, 8]).toContain(row.split('\t').length);
    }),
    { numRuns: 50 },
  );
});
