/** The tiers (product: Tier). */
export const TIERS = [
  'Exceptional',
  'Reserve',
  'Essentials',
  'Disons',
  'Fairway',
  'Kunming',
  'Clarity',
  'Unbound',
  'Freedom',
] as const;
export type Tier = (typeof TIERS)[number];

/** Exceptional stones are shown for this many days after MEMO (rule: Exceptional tier). */
export const EXCEPTIONAL_SHOW_DAYS = 20;

export const TIER_DESCRIPTIONS: Readonly<Record<Tier, string>> = {
  Exceptional: `Not for long-term memo; can be requested to show for ${EXCEPTIONAL_SHOW_DAYS} days.`,
  Reserve: 'Our finest make, chosen stone by stone.',
  Essentials: 'The sizes and grades that sell every week.',
  Disons: 'Well-priced stones from the Disons house.',
  Fairway: 'Good value in larger sizes.',
  Kunming: 'Selected goods from the Kunming house.',
  Clarity: 'Laboratory-grown diamonds.',
  Unbound: 'Stones outside the standard parcels.',
  Freedom: "The customer's own diamond, invoiced to us and redeployed.",
};
