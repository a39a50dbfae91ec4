/** The price modes as they are called (specification, section 3: User). */
export const SHOW_PRICES = { WHOLESALE: 'Wholesale', RETAIL: 'Retail', NONE: 'None' } as const;
