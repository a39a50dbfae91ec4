import { parcelNameSchema, stoneAttributesSchema, type PieceAttributes, type StoneAttributes } from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Cents, Ppm } from '#contracts/vocabulary/money.ts';
import { TIERS, type Tier } from '#contracts/vocabulary/tiers.ts';
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
const PRICES = ['vendorPrice', 'vendorPpc', 'vendorDiscount'] as const;
const TEXTS = ['certNo', 'lightPerformance', 'countryOfOrigin', 'keyToSymbols'] as const;
const MEASUREMENTS = /^([\d.]+)\s*(?:mm)?\s*[-–x×*/]\s*([\d.]+)\s*(?:mm)?\s*[x×*/-]\s*([\d.]+)\s*(?:mm)?$/i;
// What a spreadsheet would run, and characters that no grading report has.
const FORMULA = /^[=@]/;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u;

/** A row being read: its cells, what they came to so far, and what was wrong with them. */
type Reading = {
  row: MappedRow;
  attributes: Partial<Record<keyof StoneAttributes, unknown>>;
  problems: FeedProblem[];
};

function report({ row, problems }: Reading, attribute: FeedAttribute, message: string): void {
  problems.push({ row: row.row, column: row.headings.get(attribute) ?? attribute, value: row.values.get(attribute) ?? '', message });
}

/** The cell's text; reported when it is empty. */
function need(reading: Reading, attribute: FeedAttribute): string | undefined {
  const text = reading.row.values.get(attribute);
  if (text === undefined) report(reading, attribute, 'is empty');
  return text;
}

/** A row as a stone the vendor offers, or everything that is wrong with it, by column (rules, section 10). Pure. */
export function checkRow(row: MappedRow, context: RowContext): { offer: OfferRow } | { problems: FeedProblem[] } {
  const reading: Reading = { row, attributes: {}, problems: [] };
  const { attributes, problems } = reading;
  const parcelName = readParcelName(reading, context.vendor);
  readWeight(reading);
  const tier = readGrades(reading) ?? context.vendor.tier;
  if (tier !== undefined) attributes.tier = tier;
  readMeasurements(reading);
  readNumbers(reading);
  readTexts(reading);
  readMedia(reading);
  if (problems.length > 0) {
    // The price is looked at all the same, so that one reading of the file tells everything.
    if (typeof attributes.weight === 'number') readCost(reading, { weight: attributes.weight }, context);
    return { problems };
  }
  const checked = stoneAttributesSchema.safeParse(attributes);
  if (!checked.success) {
    for (const { path, message } of checked.error.issues) report(reading, attributeOf(path[0]), message);
    return { problems };
  }
  for (const { attribute, message } of impossibleMeasurements(checked.data)) report(reading, attribute, message);
  const costCents = readCost(reading, checked.data, context);
  if (problems.length > 0 || costCents === undefined || parcelName === undefined) return { problems };

  const line: Line = attributes.lab === 'GIA-LG' || tier === 'Clarity' ? 'labGrown' : attributes.colour === 'FANCY' ? 'fancyColour' : 'natural';
  const column = row.headings.get('parcelName') ?? 'parcelName';
  return { offer: { parcelName, line, attributes: checked.data, costCents, vendorAvailability: availabilityOf(row), row: row.row, column } };
}

function readParcelName(reading: Reading, vendor: FeedVendor): string | undefined {
  const parcelName = parcelNameOf(reading.row, vendor);
  if (parcelName === undefined) report(reading, 'parcelName', 'is empty: a row without stock number cannot be listed');
  else if (!parcelNameSchema.safeParse(parcelName).success) report(reading, 'parcelName', 'is no parcel name: letters, digits, ".", "_", "/" or "-", at most 64');
  return parcelName;
}

/** Thousandths of a carat, from 0.001 to 1000 ct. */
function readWeight(reading: Reading): void {
  const text = need(reading, 'weight');
  if (text === undefined) return;
  const decimal = readDecimal(text.replace(/\s*cts?\.?$/i, ''));
  const milliCarats = decimal ? scaled(decimal, 3) : 0;
  if (milliCarats >= 1 && milliCarats <= 1_000_000) reading.attributes.weight = milliCarats;
  else report(reading, 'weight', 'is not a weight in carats, like 1.01');
}

/** Gradings by the alias tables; gives the tier that the row's group stands for. */
function readGrades(reading: Reading): Tier | undefined {
  const { row: { values }, attributes } = reading;
  const grades = new Map<GradedAttribute, string>();
  for (const attribute of GRADED) {
    const text = values.get(attribute);
    if (text === undefined) continue;
    const grade = normalised(attribute, text);
    if (grade === undefined) report(reading, attribute, `is not known as ${attribute === 'group' ? 'a group (tier)' : attribute}`);
    else if (grade !== NONE) grades.set(attribute, grade);
  }
  need(reading, 'shapeCode');
  need(reading, 'clarity');
  if (values.has('fancyColour')) grades.set('colour', 'FANCY');
  else need(reading, 'colour');
  for (const [attribute, grade] of grades) if (attribute !== 'group' && attribute !== 'vendorAvailability') attributes[attribute] = grade;
  if (grades.has('fancyColour')) {
    const words = [grades.get('fancyIntensity'), grades.get('fancyOvertone'), grades.get('fancyColour')];
    attributes.colourText = words.filter((word) => word !== undefined && word !== 'None').join(' ');
  }
  const group = grades.get('group');
  return TIERS.find((tier) => tier === group);
}

/** Length, width and height of one cell, like `6.41-6.43x3.97`; single columns may repeat them, not contradict them. */
function readMeasurements(reading: Reading): void {
  const { values } = reading.row;
  const text = values.get('measurements');
  if (text === undefined) return;
  const parts = MEASUREMENTS.exec(text)?.slice(1).map((part) => readDecimal(part));
  if (!parts || parts.some((part) => !part)) return report(reading, 'measurements', 'is not length, width and height like 6.41-6.43x3.97');
  (['length', 'width', 'height'] as const).forEach((attribute, index) => {
    const part = parts[index];
    const single = readDecimal(values.get(attribute) ?? '');
    if (!part || numberOf(part) <= 0) return report(reading, 'measurements', `gives an impossible ${attribute}: it must be above 0`);
    if (single && numberOf(single) !== numberOf(part)) return report(reading, attribute, `contradicts the measurements ${text}`);
    reading.attributes[attribute] = numberOf(part);
  });
}

function readNumbers(reading: Reading): void {
  for (const attribute of POSITIVE) {
    const text = reading.row.values.get(attribute);
    if (text === undefined) continue;
    const decimal = readDecimal(text.replace(/\s*(?:%|mm|°)$/i, ''));
    if (!decimal) report(reading, attribute, 'is not a number');
    else if (numberOf(decimal) <= 0) report(reading, attribute, 'is impossible: it must be above 0 (leave it empty when it is not known)');
    else reading.attributes[attribute] = numberOf(decimal);
  }
}

function readTexts(reading: Reading): void {
  const { row: { values }, attributes } = reading;
  for (const attribute of TEXTS) {
    const text = values.get(attribute);
    if (text === undefined) continue;
    if (FORMULA.test(text)) report(reading, attribute, 'is a formula: write its value');
    else if (UNPRINTABLE.test(text)) report(reading, attribute, 'holds unprintable characters');
    else attributes[attribute] = text;
  }
  if (attributes.lab !== 'FM' || typeof attributes.certNo !== 'string') return;
  const id = fmCertificateId(attributes.certNo);
  if (id === null) report(reading, 'certNo', 'is no certificate number of FM: 6 to 9 digits, with or without another number of 11 or 12 digits');
  else attributes.shortCertNo = id;
}

function readMedia(reading: Reading): void {
  for (const [attribute, field] of [['photoUrl', 'photoUrl'], ['photoUrl2', 'stillPhotoUrl']] as const) {
    const text = reading.row.values.get(attribute);
    if (text === undefined) continue;
    if (isWebAddress(text)) reading.attributes[field] = text;
    else report(reading, attribute, 'is not a web address');
  }
}

/** The vendor's cost in cents; what is wrong with it is reported. */
function readCost(reading: Reading, stone: StoneAttributes, { discountOf, rapPerCarat }: RowContext): Cents | undefined {
  const { values, headings } = reading.row;
  const discountText = values.get('vendorDiscount');
  const quoted = {
    vendorPrice: values.get('vendorPrice'),
    vendorPpc: values.get('vendorPpc'),
    ...(discountText !== undefined && { discount: discountOf(discountText), rapPerCarat: rapPerCarat(stone) }),
  };
  const cost = vendorCost(quoted, stone.weight);
  if ('cents' in cost) return cost.cents;
  // Of a row without any price, the column that should have it is named.
  const column = headings.has(cost.attribute) ? cost.attribute : PRICES.find((attribute) => headings.has(attribute));
  report(reading, column ?? cost.attribute, cost.message);
  return undefined;
}

/** Nothing but IN_STOCK promises the stone; an empty cell in a column of availabilities does not (rules, section 5). */
function availabilityOf(row: MappedRow): string {
  if (!row.headings.has('vendorAvailability')) return IN_STOCK;
  const text = row.values.get('vendorAvailability') ?? 'UNKNOWN';
  return normalised('vendorAvailability', text) ?? text.toUpperCase().replace(/[^A-Z0-9]+/g, '_').slice(0, 40);
}

function isWebAddress(text: string): boolean {
  return text.length <= 500 && URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

function attributeOf(path: PropertyKey | undefined): FeedAttribute {
  if (path === 'shortCertNo') return 'certNo';
  return path === 'stillPhotoUrl' ? 'photoUrl2' : (String(path) as FeedAttribute);
}
