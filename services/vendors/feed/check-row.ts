import {
  parcelNameSchema,
  stoneAttributesSchema,
  type PieceAttributes,
  type StoneAttributes,
} from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Cents, Ppm } from '#contracts/vocabulary/money.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import { impossibleMeasurements } from './check-measurements.ts';
import { vendorCost, type Cost } from './check-price.ts';
import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import type { FeedConventions } from '#contracts/vendor/feed-mapping.ts';
import type { Discount } from './discounts.ts';
import type { FeedProblem } from './feed-attributes.ts';
import type { DecimalSign } from './read-decimals.ts';
import { IN_STOCK, normalised } from './grading-aliases.ts';
import { lineOf } from './line-and-tier.ts';
import type { MappedRow } from './map-columns.ts';
import { readStone, report, type Reading } from './read-stone.ts';

/** What the reading of a feed needs to know of its vendor. */
export type FeedVendor = { vendorId: number; dxPrefix: string; tier?: Tier | undefined; markupPpm: Ppm };

/** What a vendor offers, at the vendor's cost in cents. */
export type Offer = {
  parcelName: string;
  /** As it was read; a tier that a person has given may make it another (`lineWith`). */
  line: Line;
  /** Its tier is that of the row's group; without one it is decided when it is written (`ownTier`). */
  attributes: StoneAttributes;
  /** Jewellery only, which no feed brings yet. */
  piece?: PieceAttributes;
  /** The department that has it. */
  location?: string;
  costCents: Cents;
  /** The cost is the price list's less a discount: the row has no price. */
  byList?: true;
  vendorAvailability: string;
  /** The house's own tier of it, null for none; left out it stays as it is known (rule: Tiers). */
  overrideTier?: Tier | null | undefined;
};

/** A good row, and its place in the file: the row, and the heading over the stock number. */
export type OfferRow = Offer & { row: number; column: string };

/** The price list, in cents per carat; undefined where it says nothing of a stone (rule: Price list data). */
export type RapOf = (attributes: StoneAttributes) => Cents | undefined;

/** What a row is checked against. */
export type RowContext = {
  vendor: FeedVendor;
  decimalSign: DecimalSign;
  weightUnit: FeedConventions['weightUnit'];
  /** Reads a row's discount by the conventions of its column (rule: Ranges and numbers). */
  discountOf: (row: MappedRow) => Discount;
  rapPerCarat: RapOf;
};

/** The vendor's stock number of a parcel: its name without the vendor's prefix. */
export const stockNumberOf = (parcelName: string, dxPrefix: string): string =>
  parcelName.startsWith(dxPrefix) ? parcelName.slice(dxPrefix.length) : parcelName;

/** The parcel's name: the vendor's stock number, after the vendor's prefix where it has one. */
export function parcelNameOf(row: MappedRow, vendor: Pick<FeedVendor, 'dxPrefix'>): string | undefined {
  const stockNumber = row.values.get('parcelName');
  return stockNumber === undefined ? undefined : vendor.dxPrefix + stockNumber;
}

const PRICES = ['vendorPrice', 'vendorPpc', 'vendorDiscount'] as const;

/**
 * A row as a stone the vendor offers, or everything that is wrong with it, by column (rule: Rows left out).
 * Pure.
 */
export function checkRow(
  row: MappedRow,
  context: RowContext,
): { offer: OfferRow } | { problems: FeedProblem[]; attributes: Reading['attributes'] } {
  const { decimalSign, weightUnit } = context;
  const reading: Reading = {
    row,
    decimalSign,
    weightUnit,
    weightPrecision: 1,
    attributes: {},
    problems: [...row.problems],
  };
  const { attributes, problems } = reading;
  const parcelName = readParcelName(reading, context.vendor);
  const group = readStone(reading);
  if (group !== undefined) attributes.tier = group;
  if (problems.length > 0) {
    // The price is looked at all the same, so that one reading of the file finds everything.
    if (typeof attributes.weight === 'number') readCost(reading, { weight: attributes.weight }, context);
    return { problems, attributes };
  }
  const checked = stoneAttributesSchema.safeParse(attributes);
  if (!checked.success) {
    for (const { path, message } of checked.error.issues) report(reading, attributeOf(path[0]), message);
    return { problems, attributes };
  }
  for (const { attribute, message } of impossibleMeasurements(checked.data))
    report(reading, attribute, message);
  const line = lineOf({ ...checked.data, tier: group ?? context.vendor.tier });
  // No other line has a Rap (rule: Total is canonical).
  const listed: RowContext = line === 'natural' ? context : { ...context, rapPerCarat: () => undefined };
  const cost = readCost(reading, checked.data, listed);
  if (problems.length > 0 || cost === undefined || parcelName === undefined) return { problems, attributes };

  const column = row.headings.get('parcelName') ?? 'parcelName';
  return {
    offer: {
      parcelName,
      line,
      attributes: checked.data,
      costCents: cost.cents,
      ...(cost.byList && { byList: true }),
      vendorAvailability: availabilityOf(row),
      row: row.row,
      column,
    },
  };
}

function readParcelName(reading: Reading, vendor: FeedVendor): string | undefined {
  const parcelName = parcelNameOf(reading.row, vendor);
  if (parcelName === undefined)
    report(reading, 'parcelName', 'is empty: a row without stock number cannot be listed');
  else if (!parcelNameSchema.safeParse(parcelName).success)
    report(reading, 'parcelName', 'is no parcel name: letters, digits, ".", "_", "/" or "-", at most 64');
  return parcelName;
}

/** The vendor's cost; what is wrong with it is reported. */
function readCost(
  reading: Reading,
  stone: StoneAttributes,
  { discountOf, rapPerCarat, decimalSign }: RowContext,
): Cost | undefined {
  const { row, weightPrecision } = reading;
  const { values, headings } = row;
  const quoted = {
    vendorPrice: values.get('vendorPrice'),
    vendorPpc: values.get('vendorPpc'),
    ...(values.has('vendorDiscount') && {
      discount: discountOf(row),
      rapPerCarat: rapPerCarat(stone),
    }),
  };
  const cost = vendorCost(quoted, stone.weight, { decimalSign, typed: row.typed, weightPrecision });
  if ('cents' in cost) return cost;
  // Of a row without any price, the column that should have it is named.
  const column = headings.has(cost.attribute)
    ? cost.attribute
    : PRICES.find((attribute) => headings.has(attribute));
  report(reading, column ?? cost.attribute, cost.message);
  return undefined;
}

/**
 * Blank is in stock; every word but those of it is tentative (rule: Availability and line; rule: Tentative
 * availability).
 */
function availabilityOf(row: MappedRow): string {
  const text = row.values.get('vendorAvailability');
  if (text === undefined) return IN_STOCK;
  return (
    normalised('vendorAvailability', text) ??
    text
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .slice(0, 40)
  );
}

function attributeOf(path: PropertyKey | undefined): FeedAttribute {
  if (path === 'shortCertNo') return 'certNo';
  return path === 'stillPhotoUrl' ? 'photoUrl2' : (String(path) as FeedAttribute);
}
