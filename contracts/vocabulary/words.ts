/** A name as it is written in code as words: 'minInventory' is 'min inventory', 'BillReplaced' is 'bill replaced'. */
export const spaced = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

/** The words as a sentence begins: 'row 3' is 'Row 3'. */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A name as it is written in code as a sentence begins: 'certNo' is 'Cert no', 'BillReplaced' is 'Bill replaced'. */
export const nameInWords = (name: string): string => capitalised(spaced(name));

/** A constant in title case: 'NEW_YORK' is 'New York'. */
export const formatConstant = (value: string): string =>
  value.toLowerCase().split('_').map(capitalised).join(' ');

/** A constant as a sentence begins: 'IN_STOCK' is 'In stock'. */
export const constantInWords = (value: string): string =>
  capitalised(value.toLowerCase().replaceAll('_', ' '));
