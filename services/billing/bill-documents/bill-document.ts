import type { DocumentDetails } from '#contracts/api/finance.ts';
import type { Bill, BillLine, LineKind } from '#contracts/billing/index.ts';
import type { OverriddenTerm } from '#contracts/billing/overridden-terms.ts';
import type { CustomerTerms } from '#contracts/events/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { workingWords, type CausesOfOthers } from './words.ts';

/** Terms in force from one day of the month to another, both inclusive, with overrides applied. */
export type TermsPeriod = { from: HouseDay; to: HouseDay; terms: CustomerTerms };

/** Everything that a bill's workbook and PDF contain: the same input gives the same bytes. */
export type BillDocument = {
  bill: Bill;
  /** The house day of its issue. */
  issuedOn: HouseDay;
  /** The house's time zone; times are written in it. */
  zone: string;
  customer: { customerId: number; name: string; legalName: string; bigName: string };
  /** The document's number, such as '2026-00042'; null when it has none (rule: Document numbers). */
  number: string | null;
  /** The house's lines, and the customer's. */
  house: DocumentDetails;
  details: DocumentDetails;
  /** A description of each line's parcel, by the line's key; parcels without one are shown by their name alone. */
  descriptions: ReadonlyMap<string, string>;
  /** The causes of its adjustments that are not the customer's own. */
  others: CausesOfOthers;
  terms: readonly TermsPeriod[];
  /** Terms that its overrides replaced. */
  overriddenTerms: readonly OverriddenTerm[];
};

/** Lines of one kind, in the bill's order. */
export type BillSection = { title: string; rows: BillRow[]; totalCents: number };
export type BillRow = {
  line: BillLine;
  /** The parcel, or the subject of the line. */
  item: string;
  description: string;
  /** How it was computed. */
  working: string;
};

const SECTIONS: readonly { title: string; kinds: readonly LineKind[] }[] = [
  { title: 'Opening balance', kinds: ['OPENING_BALANCE'] },
  { title: 'Monthly fees', kinds: ['FEE'] },
  { title: 'Hearts-and-arrows surcharge', kinds: ['SURCHARGE'] },
  { title: 'Minimum inventory', kinds: ['TRUE_UP'] },
  { title: 'Sales and rebates', kinds: ['SALE', 'REBATE'] },
  { title: 'Credits', kinds: ['CREDIT', 'REBATE_REVERSAL'] },
  { title: 'Deployment', kinds: ['DEPLOYMENT'] },
  { title: 'Adjustments of earlier months', kinds: ['ADJUSTMENT'] },
];

const ITEMS: Partial<Record<LineKind, string>> = {
  SURCHARGE: 'Surcharge',
  TRUE_UP: 'True-up',
  OPENING_BALANCE: 'Balance brought forward',
};

/** Lines that may not concern the customer: amounts that only a vendor pays or gets, and a sale without a rebate. */
const MAY_BE_NOTHING: readonly LineKind[] = ['DEPLOYMENT', 'ADJUSTMENT', 'REBATE'];

/** True when a line is shown to the customer. */
export function concernsCustomer({ kind, computedCents, amountCents }: BillLine): boolean {
  return !MAY_BE_NOTHING.includes(kind) || computedCents !== 0 || amountCents !== 0;
}

/** A bill's lines as the customer reads them, in groups. */
export function billSections({
  bill,
  descriptions,
  others,
  zone,
}: Pick<BillDocument, 'bill' | 'descriptions' | 'others' | 'zone'>): BillSection[] {
  return SECTIONS.flatMap(({ title, kinds }) => {
    const lines = bill.lines.filter((line) => kinds.includes(line.kind) && concernsCustomer(line));
    if (lines.length === 0) return [];
    const rows = lines.map((line) => ({
      line,
      item: line.parcelName ?? ITEMS[line.kind] ?? (line.kind === 'ADJUSTMENT' ? 'Adjustment' : ''),
      description: descriptions.get(line.key) ?? '',
      working: workingWords(line, zone, others),
    }));
    return [{ title, rows, totalCents: lines.reduce((sum, line) => sum + line.amountCents, 0) }];
  });
}

/** The name in large letters, with the legal name below it when it differs (rule: Tiers). */
export function billParty({ name, legalName, bigName }: BillDocument['customer']): {
  large: string;
  legal: string;
} {
  return { large: bigName || name, legal: legalName || name };
}

/** '2026-04/7', and '2026-04/7/2' for its second version: the reference of a bill. */
export function billNumber({ customerId, month, version }: Bill): string {
  return `${month}/${customerId}${version > 1 ? `/${version}` : ''}`;
}

/** A text of several lines as its lines, blank ones left out. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The house's address and registration, on one line. */
export const senderLine = ({ address, registration }: DocumentDetails): string =>
  [...linesOf(address), ...linesOf(registration)].join(' · ');

/**
 * The addressee of a printed document: the name in large letters, then the legal name, number, address and
 * registration.
 */
export function printedParty({
  customer,
  details: { address, registration },
}: Pick<BillDocument, 'customer' | 'details'>): { large: string; lines: string[] } {
  const { large, legal } = billParty(customer);
  const number = `Customer ${customer.customerId}`;
  return {
    large,
    lines: [...(legal === large ? [] : [legal]), number, ...linesOf(address), ...linesOf(registration)],
  };
}
