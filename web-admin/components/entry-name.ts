import { formatConstant } from '#web-shared/formats/figures.ts';

/** Of what a history calls the same word: here a document is told from what is said of it. */
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
