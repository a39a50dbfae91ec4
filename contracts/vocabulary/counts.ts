const count = new Intl.NumberFormat('en-US');

/** A whole number with thousands separators (rule: Counts); a log position comes as its digits. */
export const formatCount = (value: number | string): string =>
  withMinus(count.format(typeof value === 'string' ? BigInt(value) : value));

/** '1 customer', '1,204 customers'. */
export const formatNumberOf = (value: number, [one, many]: readonly [string, string]): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`;

/** A figure with a minus as wide as the plus (U+2212), so that figures stand below each other (product: Formats). */
export const withMinus = (figure: string): string => figure.replace('-', '−');

/** A difference with its sign: '+0.03', '−$20.00'. */
export const signed = (value: number, write: (amount: number) => string): string =>
  `${value < 0 ? '−' : '+'}${write(Math.abs(value))}`;
