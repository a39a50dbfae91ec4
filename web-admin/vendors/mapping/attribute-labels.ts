import {
  FEED_ATTRIBUTE_NAMES,
  FEED_NUMBERS,
  FEED_ATTRIBUTES,
  type FeedAttribute,
} from '#contracts/vendor/feed-attributes.ts';
import { compareNames } from '#contracts/vocabulary/compare-text.ts';

export const attributeLabel = (attribute: FeedAttribute): string => FEED_ATTRIBUTE_NAMES[attribute];

/** Every attribute with its name, by the alphabet. */
export const ATTRIBUTE_CHOICES = FEED_ATTRIBUTES.map(
  (attribute) => [attribute, FEED_ATTRIBUTE_NAMES[attribute]] as const,
).toSorted(([, one], [, other]) => compareNames(one, other));

export const attributeOf = (value: string): FeedAttribute | null =>
  FEED_ATTRIBUTES.find((attribute) => attribute === value) ?? null;

/** Whether what an attribute says is a number, which tables align to the right. */
export const isFigure = (attribute: FeedAttribute): boolean => FEED_NUMBERS.includes(attribute);
