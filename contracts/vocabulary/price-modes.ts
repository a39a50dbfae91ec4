/** How a user is shown prices, from the mode that shows most to the one that shows least (rule: Price modes). */
export const PRICE_MODES = ['WHOLESALE', 'RETAIL', 'NONE'] as const;
export type ShowPrices = (typeof PRICE_MODES)[number];

/** The mode of two that shows less. */
export const lesserPrices = (one: ShowPrices, other: ShowPrices): ShowPrices =>
  PRICE_MODES[Math.max(PRICE_MODES.indexOf(one), PRICE_MODES.indexOf(other))]!;
