import { parcelNameSchema, stoneAttributesSchema, type PieceAttributes, type StoneAttributes } from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Cents, Ppm } from '#contracts/vocabulary/money.ts';
import { tierSchema, type Tier } from '#contracts/vocabulary/tiers.ts';
import { fmCertificateId } from './certificates.ts';
import { impossibleMeasurements } from './check-measurements.ts';
import { vendorCost } from './check-price.ts';
import type { FeedAttribute, FeedProblem } from './feed-attributes.ts';
import { IN_STOCK, NONE, normalised, type GradedAttribute } from './grading-aliases.ts';
import type { MappedRow } from './map-columns.ts';
import { numberOf, readDecimal, scaled } from './read-decimals.ts';

/** What the reading of a feed needs to know of its vendor. */
export type FeedVendor = { vendorId: number; dxPrefix: string; tier?: Tier | undefined; markupPpm: Ppm };

/** What a vendor offers, at the vendor's cost in cents. */
export type Offer = {
  parcelName: string;
  line: Line;
  attributes: StoneAttributes;
  /** Jewellery only, which no feed brings yet. */
  piece?: PieceAttributes;
  /** The department that has it. */
  location?: string;
  costCents: Cents;
  vendorAvailability: string;
};

/** A good row, and where it stands in the file: the row, and the heading over the stock number. */
export type OfferRow = Offer & { row: number; column: string };

/** What a row is checked against. */
export type RowContext = {
  vendor: FeedVendor;
  /** Resolves a row's discount by the convention of its column; null when unclear (rules, section 10). */
  discountOf: (text: string) => Ppm | null;
  /** The price list, in cents per carat (rules, section 5). */
  rapPerCarat: (attributes: StoneAttributes) => Cents | undefined;
};

/** The parcel's name: the vendor's stock number, after the vendor's prefix where it has one. */
export function parcelNameOf(row: MappedRow, vendor: Pick<FeedVendor, 'dxPrefix'>): string | undefined {
  const stockNumber = row.values.get('parcelName');
  return stockNumber === undefined ? undefined : vendor.dxPrefix + stockNumber;
}

const POSITIVE: readonly Extract<FeedAttribute, keyof StoneAttributes>[] = [
  'length', 'width', 'height', 'tablePct', 'depthPct', 'girdlePct', 'crownHeight', 'crownAngle', 'pavilionDepth', 'pavilionAngle', 'starHalves', 'pavilionHalves',
];
const GRADED = ['shapeCode', 'colour', 'clarity', 'fluorescence', 'cut', 'polish', 'symmetry', 'lab', 'fancyColour', 'fancyOvertone', 'fancyIntensity', 'group'] as const satisfies readonly GradedAttribute[];
const TEXTS = ['certNo', 'lightPerformance', 'countryOfOrigin', 'keyToSymbols'] as const;
const MEASUREMENTS = /^([\d.]+)\s*(?:mm)?\s*[-–x×*/]\s*([\d.]+)\s*(?:mm)?\s*[x×*/-]\s*([\d.]+)\s*(?:mm)?$/i;
// What a spreadsheet would run, and characters that no grading report has.
const FORMULA = /^[=@]/;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u;

/** A row as a stone the vendor offers, or everything that is wrong with it, by column (rules, section 10). Pure. */
export function checkRow(row: MappedRow, context: RowContext): { offer: OfferRow } | { problems: FeedProblem[] } {
  const { values } = row;
  const problems: FeedProblem[] = [];
  const report = (attribute: FeedAttribute, message: string): undefined => {
    problems.push({ row: row.row, column: row.headings.get(attribute) ?? attribute, value: values.get(attribute) ?? '', message });
  };
  const need = (attribute: FeedAttribute): string | undefined => values.get(attribute) ?? report(attribute, 'is empty');

  const parcelName = parcelNameOf(row, context.vendor);
  if (parcelName === undefined) report('parcelName', 'is empty: a row without stock number cannot be listed');
  else if (!parcelNameSchema.safeParse(parcelName).success) report('parcelName', 'is no parcel name: letters, digits, ".", "_", "/" or "-", at most 64');

  const attributes: Record<string, unknown> = {};
  const weight = readWeight(need('weight'));
  if (weight) attributes['weight'] = weight;
  else if (values.has('weight')) report('weight', 'is not a weight in carats, like 1.01');

  const grades = new Map<GradedAttribute, string>();
  for (const attribute of GRADED) {
    const text = values.get(attribute);
    if (text === undefined) continue;
    const grade = normalised(attribute, text);
    if (grade === undefined) report(attribute, `is not known as ${attribute === 'group' ? 'a group (tier)' : attribute}`);
    else if (grade !== NONE) grades.set(attribute, grade);
  }
  need('shapeCode');
  need('clarity');
  if (values.has('fancyColour')) grades.set('colour', 'FANCY');
  else need('colour');
  for (const [attribute, grade] of grades) if (attribute !== 'group') attributes[attribute] = grade;

  readMeasurements(values, attributes, report);
  for (const attribute of POSITIVE) {
    const text = values.get(attribute);
    if (text === undefined) continue;
    const decimal = readDecimal(text.replace(/\s*(?:%|mm|°)$/i, ''));
    if (!decimal) report(attribute, 'is not a number');
    else if (numberOf(decimal) <= 0) report(attribute, 'is impossible: it must be above 0 (leave it empty when it is not known)');
    else attributes[attribute] = numberOf(decimal);
  }
  for (const attribute of TEXTS) {
    const text = values.get(attribute);
    if (text === undefined) continue;
    if (FORMULA.test(text)) report(attribute, 'is a formula: write its value');
    else if (UNPRINTABLE.test(text)) report(attribute, 'holds unprintable characters');
    else attributes[attribute] = text;
  }
  if (values.has('photoUrl')) attributes['photoUrl'] = webAddress(values.get('photoUrl') ?? '') ?? report('photoUrl', 'is not a web address');
  if (values.has('photoUrl2')) attributes['stillPhotoUrl'] = webAddress(values.get('photoUrl2') ?? '') ?? report('photoUrl2', 'is not a web address');
  if (attributes['lab'] === 'FM' && typeof attributes['certNo'] === 'string') {
    attributes['shortCertNo'] = fmCertificateId(attributes['certNo']) ?? report('certNo', 'is no certificate number of FM: 6 to 9 digits, with or without another number of 11 or 12 digits');
  }
  const fancy = [grades.get('fancyIntensity'), grades.get('fancyOvertone'), grades.get('fancyColour')].filter((word) => word !== undefined && word !== 'None');
  if (grades.has('fancyColour')) attributes['colourText'] = fancy.join(' ');
  const tier = tierSchema.safeParse(grades.get('group') ?? context.vendor.tier);
  if (tier.success) attributes['tier'] = tier.data;

  const checked = stoneAttributesSchema.safeParse(withoutUndefined(attributes));
  if (!checked.success) {
    if (problems.length === 0) for (const issue of checked.error.issues) report(attributeOf(issue.path[0]), issue.message);
    return { problems };
  }
  for (const { attribute, message } of impossibleMeasurements(checked.data)) report(attribute, message);

  const discountText = values.get('vendorDiscount');
  const cost = vendorCost(
    {
      vendorPrice: values.get('vendorPrice'),
      vendorPpc: values.get('vendorPpc'),
      discount: discountText === undefined ? undefined : context.discountOf(discountText),
      rapPerCarat: discountText === undefined ? undefined : context.rapPerCarat(checked.data),
    },
    checked.data.weight,
  );
  if ('message' in cost) report(row.headings.has(cost.attribute) ? cost.attribute : pricedBy(row), cost.message);
  if (problems.length > 0 || !('cents' in cost) || parcelName === undefined) return { problems };

  const line: Line = attributes['lab'] === 'GIA-LG' || tier.data === 'Clarity' ? 'labGrown' : attributes['colour'] === 'FANCY' ? 'fancyColour' : 'natural';
  const column = row.headings.get('parcelName') ?? 'parcelName';
  return { offer: { parcelName, line, attributes: checked.data, costCents: cost.cents, vendorAvailability: availabilityOf(row), row: row.row, column } };
}

/** Thousandths of a carat; undefined when the text is no weight from 0.001 to 1000 ct. */
function readWeight(text: string | undefined): number | undefined {
  const decimal = text === undefined ? null : readDecimal(text.replace(/\s*cts?\.?$/i, ''));
  const milliCarats = decimal ? scaled(decimal, 3) : 0;
  return milliCarats >= 1 && milliCarats <= 1_000_000 ? milliCarats : undefined;
}

/** Length, width and height of one cell, like `6.41-6.43x3.97`; single columns may repeat them, not contradict them. */
function readMeasurements(values: MappedRow['values'], attributes: Record<string, unknown>, report: (attribute: FeedAttribute, message: string) => undefined): void {
  const text = values.get('measurements');
  if (text === undefined) return;
  const parts = MEASUREMENTS.exec(text)?.slice(1).map((part) => readDecimal(part));
  if (!parts || parts.some((part) => !part)) return report('measurements', 'is not length, width and height like 6.41-6.43x3.97');
  (['length', 'width', 'height'] as const).forEach((attribute, index) => {
    const part = parts[index];
    const single = readDecimal(values.get(attribute) ?? '');
    if (!part || numberOf(part) <= 0) return report('measurements', `gives an impossible ${attribute}: it must be above 0`);
    if (single && numberOf(single) !== numberOf(part)) return report(attribute, `contradicts the measurements ${text}`);
    attributes[attribute] = numberOf(part);
  });
}

/** Nothing but IN_STOCK promises the stone; an empty cell in a column of availabilities does not (rules, section 5). */
function availabilityOf(row: MappedRow): string {
  if (!row.headings.has('vendorAvailability')) return IN_STOCK;
  const text = row.values.get('vendorAvailability') ?? 'UNKNOWN';
  return normalised('vendorAvailability', text) ?? text.toUpperCase().replace(/[^A-Z0-9]+/g, '_').slice(0, 40);
}

function webAddress(text: string): string | undefined {
  if (text.length > 500 || !URL.canParse(text)) return undefined;
  return ['http:', 'https:'].includes(new URL(text).protocol) ? text : undefined;
}

/** The column to point at when a row has no price at all. */
function pricedBy(row: MappedRow): FeedAttribute {
  return (['vendorPrice', 'vendorPpc', 'vendorDiscount'] as const).find((attribute) => row.headings.has(attribute)) ?? 'vendorPrice';
}

function attributeOf(path: PropertyKey | undefined): FeedAttribute {
  if (path === 'shortCertNo') return 'certNo';
  return path === 'stillPhotoUrl' ? 'photoUrl2' : (String(path) as FeedAttribute);
}

function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
