/** What a price list is asked a person's yes for (rule: Price list files). */
export const PRICE_QUESTIONS = [
  'PRICES_MOVED',
  'PRICES_GONE',
  'BETTER_IS_CHEAPER',
  'HOLE_ABOVE_FIVE_CARATS',
  'OLDER',
  'FUTURE',
] as const;
export type PriceQuestionReason = (typeof PRICE_QUESTIONS)[number];
