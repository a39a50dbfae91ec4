/** The display names of the price modes (product: User). */
export const SHOW_PRICES = { WHOLESALE: 'Wholesale', RETAIL: 'Retail', NONE: 'None' } as const;
