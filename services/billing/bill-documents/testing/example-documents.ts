import { DEFAULT_TIME_ZONE } from '#contracts/vocabulary/time-zone.ts';
import { NO_DETAILS } from '#contracts/api/finance.ts';
import type { Bill, Override } from '#contracts/billing/index.ts';
import {
  calculateBill,
  CUSTOMER,
  EXAMPLE_TERMS,
  exampleWorld,
  lineOverride,
  vendorStatement,
} from '#services/billing/testing/billing-world.ts';
import type { BillDocument } from '../bill-document.ts';
import type { StatementDocument } from '../statement-workbook.ts';

export { lineOverride };

const DESCRIPTIONS = new Map([
  ['A', '1.00 ct Round F VS1, GIA 2141234567'],
  ['B', '=1.00 ct Ideal Cushion'],
]);
const HOUSE = {
  address: '1 Main Street\nNew York',
  registration: 'EIN 12-3456789',
  bankLines: 'Pay to First Bank, 0210-0002',
};
const PARTY = {
  customerId: CUSTOMER,
  name: 'Alder & Sons',
  legalName: 'Alder & Sons, Inc.',
  bigName: 'ALDER',
};

/** An issued bill as its documents are made of it. */
function documentOf(bill: Bill): BillDocument {
  return {
    bill,
    issuedOn: bill.issuedAt.slice(0, 10),
    zone: DEFAULT_TIME_ZONE,
    number: '2026-00042',
    house: HOUSE,
    details: { ...NO_DETAILS, address: '5 Elm Street\nBoston' },
    customer: PARTY,
    descriptions: new Map(
      bill.lines.flatMap(({ key, parcelName }) => {
        const words = DESCRIPTIONS.get(parcelName ?? '');
        return words === undefined ? [] : [[key, words]];
      }),
    ),
    others: new Map(),
    terms: [{ from: `${bill.month}-01`, to: `${bill.month}-30`, terms: EXAMPLE_TERMS }],
    overriddenTerms: [],
  };
}

/** The worked example's April: $302.24 (rule: Worked bill). */
export function aprilDocument(overrides: readonly Override[] = []): BillDocument {
  const given = exampleWorld();
  return documentOf(
    given.issue(calculateBill(given.accounts(), { month: '2026-04', cut: given.cut(), overrides })),
  );
}

/** May after April: B came back late, D was credited, A was sold and is the customer's with two rates; a fee is overridden. */
export function mayDocument(): BillDocument {
  const given = exampleWorld();
  given.issue(calculateBill(given.accounts(), { month: '2026-04', cut: given.cut() }));
  given.recordingAt('2026-05-05T15:00:00.000Z');
  given.document('RETURN_MEMO', 'B', '2026-04-21', { amountCents: 600_000 });
  given.document('CREDIT', 'D', '2026-05-06', { amountCents: 2_000_000 });
  given.terms({ feeRatePpm: 12_345, normalRebatePpm: 15_000 }, '2026-05-11', 'renegotiated');
  given.stone('E', { attributes: { shapeCode: 'RD' }, listCents: 123_457 });
  given.document('MEMO', 'E', '2026-05-02', { amountCents: 123_457 });
  given.document('INVOICE', 'A', '2026-05-20', { amountCents: 980_000 });
  given.recordingAt('2026-06-01T12:00:00.000Z');
  const plain = calculateBill(given.accounts(), { month: '2026-05', cut: given.cut() });
  const fee = plain.lines.find(({ parcelName, kind }) => kind === 'FEE' && parcelName === 'E')!;
  const overrides = [lineOverride(fee.key, 1_000)];
  return documentOf(
    given.issue(calculateBill(given.accounts(), { month: '2026-05', cut: given.cut(), overrides })),
  );
}

/** The statement of the example's vendor 1 on a bill: April's is $18,827.89. */
export function statementOf({ bill }: BillDocument): StatementDocument {
  return {
    statement: vendorStatement(1, bill.month, [bill]),
    vendor: { vendorId: 1, name: 'Antwerp Rounds', legalName: 'Antwerp Rounds NV' },
    issuedAt: bill.issuedAt,
    house: HOUSE,
    issuedOn: bill.issuedAt.slice(0, 10),
    descriptions: DESCRIPTIONS,
  };
}
