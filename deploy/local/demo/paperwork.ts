import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { DocType } from '#contracts/vocabulary/statuses.ts';
import type { TradingDocument } from '#services/stones/index.ts';
import type { DemoCustomer } from './demo-customers.ts';
import type { Random } from '#services/platform/random.ts';
import type { PlannedSpell } from './shelves.ts';

const LETTERS: Readonly<Record<DocType, string>> = { MEMO: 'M', RETURN_MEMO: 'R', INVOICE: 'I', CREDIT: 'C' };

/** Writes the trading system's documents of the demo: numbered through, one number for a customer's documents of a day. */
export type Paperwork = {
  /** The document of one parcel; version 1, at the spell's price unless another amount is given (cents). */
  write(docType: DocType, spell: PlannedSpell, date: HouseDay, amountCents?: Cents): TradingDocument;
  /** The account that a new memo of this customer is written on. */
  memoAccount(customer: DemoCustomer): NonNullable<PlannedSpell['memo']>;
};

/** Paperwork that begins with the first numbers; `customerOf` finds the customer by its id. */
export function paperwork(random: Random, customerOf: (customerId: number) => DemoCustomer): Paperwork {
  const numbers = new Map<DocType, number>();
  let last: { key: string; docNo: string; line: number } | undefined;
  const numbered = (docType: DocType, key: string, date: HouseDay): { docNo: string; line: number } => {
    if (last?.key === key) last = { ...last, line: last.line + 1 };
    else {
      const number = (numbers.get(docType) ?? 1000) + 1;
      numbers.set(docType, number);
      last = { key, docNo: `${LETTERS[docType]}${date.slice(2, 4)}-${number}`, line: 1 };
    }
    return last;
  };
  const account = (customerId: number, docType: 'MEMO' | 'INVOICE'): NonNullable<PlannedSpell['memo']> => {
    const found = customerOf(customerId).accounts.find((one) => one.docTypes.includes(docType));
    if (!found) throw new Error(`customer ${customerId} of the demo has no ${docType} account`);
    return { instance: found.dxInstance, accountCode: found.accountCode };
  };
  return {
    write(docType, spell, date, amountCents = spell.priceCents) {
      const { customerId, parcelName } = spell;
      const memoAccount = docType === 'MEMO' || docType === 'RETURN_MEMO' ? spell.memo : null;
      const { instance, accountCode } =
        memoAccount ??
        account(customerId, docType === 'MEMO' || docType === 'RETURN_MEMO' ? 'MEMO' : 'INVOICE');
      const { docNo, line } = numbered(docType, [docType, customerId, instance, date].join(), date);
      return {
        parcelName,
        instance,
        docType,
        docNo,
        line,
        version: 1,
        customerId,
        accountCode,
        amountCents,
        effectiveAt: date,
      };
    },
    memoAccount(customer) {
      const elsewhere = customer.accounts.find((one) => one.dxInstance !== 'VITRINE');
      return elsewhere && random.chance(0.3)
        ? { instance: elsewhere.dxInstance, accountCode: elsewhere.accountCode }
        : account(customer.customerId, 'MEMO');
    },
  };
}
