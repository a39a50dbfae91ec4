import type { StoneAttributes } from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';

/** Lab-grown by laboratory, tier or an IGI number that begins with LG (rule: Availability and line). Pure. */
export function lineOf({ lab, tier, colour, certNo = '' }: StoneAttributes): Line {
  if (lab === 'GIA-LG' || tier === 'Clarity' || (lab === 'IGI' && /^LG/i.test(certNo))) return 'labGrown';
  return colour === 'FANCY' ? 'fancyColour' : 'natural';
}

/**
 * The line of an offered stone with what is known of it and no column of its feed tells (rule: Feed mapping): a lab-grown
 * stone is one also where the feed names no laboratory. Pure.
 * @param offered its line by what was read alone, and what was read
 */
export function lineBeside(
  { line, attributes }: { line: Line; attributes: StoneAttributes },
  kept: Partial<StoneAttributes>,
): Line {
  const withoutTier = { ...attributes, tier: undefined };
  // Lab-grown by the tier of its group or vendor it is, whatever else is known.
  if (line === 'jewellery' || (line === 'labGrown' && lineOf(withoutTier) !== line)) return line;
  return lineOf({ ...kept, ...withoutTier });
}

/**
 * Whether a listed stone is lab-grown by its tier alone. That tier was in force when it was listed: the stone stays
 * lab-grown, and Clarity, when the tier of a person, its group or its vendor is another (rule: Availability and line). Pure.
 */
export function isByTierAlone({ line, attributes }: { line: Line; attributes: StoneAttributes }): boolean {
  const { tier, ...graded } = attributes;
  return line === 'labGrown' && tier === 'Clarity' && lineOf(graded) !== line;
}

/**
 * The line of a stone with the tier that a person gives it, which outranks the tier of its group or vendor (rule: Accept
 * and reject). Pure.
 * @param stone its line without that tier, and its attributes, whose tier does not count
 */
export function lineWith(
  { line, attributes }: { line: Line; attributes: StoneAttributes },
  override: Tier | undefined,
): Line {
  if (override === undefined || line === 'jewellery') return line;
  return lineOf({ ...attributes, tier: override });
}

/**
 * The tier of a stone that no person has given one: `wanted`, that of its group or else of its vendor, unless it is of
 * another line than the stone, which is of its line for good (rule: Accept and reject). The stone then keeps the tier
 * that is known of it; without one it has none, or Clarity where nothing else makes it lab-grown. Pure.
 * @param stone its line, and its attributes, whose tier does not count
 * @param known what is listed of it
 */
export function ownTier(
  { line, attributes }: { line: Line; attributes: StoneAttributes },
  wanted: Tier | undefined,
  known: { attributes: StoneAttributes; overrideTier?: Tier | undefined } | null,
): Tier | undefined {
  // A piece of jewellery is one by what it is, with every tier.
  const isOfItsLine = (tier: Tier | undefined): boolean =>
    line === 'jewellery' || lineOf({ ...attributes, tier }) === line;
  if (isOfItsLine(wanted)) return wanted;
  if (known && known.overrideTier === undefined) return known.attributes.tier;
  return line === 'labGrown' && !isOfItsLine(undefined) ? 'Clarity' : undefined;
}
