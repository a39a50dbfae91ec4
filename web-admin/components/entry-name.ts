import { formatConstant } from '#contracts/vocabulary/words.ts';

/** A history uses one word for both; here a document is distinguished from the intent. */
const NAMES: Readonly<Record<string, string>> = {
  REQUEST: 'Request',
  RETURN: 'Return',
  SOLD: 'Sold',
  MEMO: 'Memo',
  RETURN_MEMO: 'Return memo',
  INVOICE: 'Invoice',
  CREDIT: 'Credit',
  REPRICING: 'Spell repriced',
};

/** An entry of a parcel's spells in words. */
export const entryName = (type: string): string => NAMES[type] ?? formatConstant(type);
