import { FEED_ATTRIBUTES, type FeedAttribute } from '#contracts/vendor/feed-attributes.ts';

/** What an attribute of a feed is called where it is chosen (product: Vendor feed column). */
const LABELS: Readonly<Record<FeedAttribute, string>> = {
  parcelName: 'Stock number',
  lab: 'Laboratory',
  certNo: 'Certificate number',
  weight: 'Weight',
  shapeCode: 'Shape',
  colour: 'Colour',
  clarity: 'Clarity',
  fluorescence: 'Fluorescence',
  cut: 'Cut',
  polish: 'Polish',
  symmetry: 'Symmetry',
  measurements: 'Measurements',
  length: 'Length',
  width: 'Width',
  height: 'Height',
  tablePct: 'Table %',
  depthPct: 'Depth %',
  crownHeight: 'Crown height',
  crownAngle: 'Crown angle',
  pavilionDepth: 'Pavilion depth',
  pavilionAngle: 'Pavilion angle',
  girdlePct: 'Girdle %',
  starHalves: 'Star halves',
  pavilionHalves: 'Pavilion halves',
  lightPerformance: 'Light performance',
  photoUrl: 'Video address',
  photoUrl2: 'Photo address',
  countryOfOrigin: 'Country of origin',
  vendorPrice: 'Price',
  vendorPpc: 'Price per carat',
  vendorDiscount: 'Discount from the price list',
  keyToSymbols: 'Key to symbols',
  fancyColour: 'Fancy colour',
  fancyOvertone: 'Fancy overtone',
  fancyIntensity: 'Fancy intensity',
  vendorAvailability: 'Availability',
  group: 'Exceptional Tier (group)',
};

export const attributeLabel = (attribute: FeedAttribute): string => LABELS[attribute];

/** Every attribute with its label, by the alphabet. */
export const ATTRIBUTE_CHOICES = FEED_ATTRIBUTES.map(
  (attribute) => [attribute, LABELS[attribute]] as const,
).toSorted(([, one], [, other]) => one.localeCompare(other));

export const attributeOf = (value: string): FeedAttribute | null =>
  FEED_ATTRIBUTES.find((attribute) => attribute === value) ?? null;
