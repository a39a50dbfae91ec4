const count = new Intl.NumberFormat('en-US');

/** A whole number with thousands separators (rule: Counts); a log position comes as its digits. */
export const formatCount = (value: number | string): string =>
  count.format(typeof value === 'string' ? BigInt(value) : value);
