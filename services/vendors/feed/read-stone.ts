import type { StoneAttributes } from '#contracts/events/index.ts';
import { fmCertificateId } from '#contracts/vocabulary/certificates.ts';
import { TIERS, type Tier } from '#contracts/vocabulary/tiers.ts';
import { FEED_ATTRIBUTE_NAMES, type FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import type { FeedConventions } from '#contracts/vendor/feed-mapping.ts';
import { unstorableText } from '#services/platform/storable-text.ts';
import type { FeedProblem } from './feed-attributes.ts';
import { NONE, normalised, type GradedAttribute } from './grading-aliases.ts';
import type { MappedRow } from './map-columns.ts';
import { decimalOf, signHint } from './decimal-sign.ts';
import { numberOf, precision, scaled, type DecimalSign } from './read-decimals.ts';

const LENGTHS = ['length', 'width', 'height'] as const;
/** Angles and percentages: 0 stands for what is not known. */
const PROPORTIONS: readonly Extract<FeedAttribute, keyof StoneAttributes>[] = [
  'tablePct',
  'depthPct',
  'girdlePct',
  'crownHeight',
  'crownAngle',
  'pavilionDepth',
  'pavilionAngle',
  'starHalves',
  'pavilionHalves',
];
const GRADED = [
  'shapeCode',
  'colour',
  'clarity',
  'fluorescence',
  'cut',
  'polish',
  'symmetry',
  'lab',
  'fancyColour',
  'fancyOvertone',
  'fancyIntensity',
  'group',
] as const satisfies readonly GradedAttribute[];
const TEXTS = ['certNo', 'lightPerformance', 'countryOfOrigin', 'keyToSymbols'] as const;
const MEASUREMENTS =
  /^([\d.,]+)\s*(?:mm)?\s*[-–x×*/]\s*([\d.,]+)\s*(?:mm)?\s*[x×*/-]\s*([\d.,]+)\s*(?:mm)?$/i;
/** Another unit than the column's, in the cell or in the heading. */
const CARATS = /\s*(?<![a-z])(?:cts?|carats?)\.?$/i;
const POINTS = /\s*(?<![a-z])(?:pts?|points?)\.?$/i;
const HEADED_POINTS = /\b(?:pts?|points?)\b/i;
const MOST_MILLICARATS = 100_000;
/** The weight is printed to hundredths of a carat at least. */
const HUNDREDTH = 10;
// What a spreadsheet would run, and characters that no grading report has.
const FORMULA = /^@/;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffe\uffff]/u;

/** A row being read: its cells, what they came to so far, and what was wrong with them. */
export type Reading = {
  row: MappedRow;
  decimalSign: DecimalSign;
  weightUnit: FeedConventions['weightUnit'];
  /** What the weight may be off by as it is printed, in thousandths of a carat. */
  weightPrecision: number;
  attributes: Partial<Record<keyof StoneAttributes, unknown>>;
  problems: FeedProblem[];
};

/** Notes what is wrong with a cell, unless it holds no value at all, which is noted already. */
export function report({ row, problems }: Reading, attribute: FeedAttribute, message: string): void {
  const column = row.headings.get(attribute) ?? attribute;
  if (row.problems.some((known) => known.column === column)) return;
  problems.push({
    row: row.row,
    column,
    value: row.values.get(attribute) ?? '',
    message,
  });
}

/** The cell's text; reported when it is empty. */
function need(reading: Reading, attribute: FeedAttribute): string | undefined {
  const text = reading.row.values.get(attribute);
  if (text === undefined) report(reading, attribute, 'is empty');
  return text;
}

/** Reads a row's cells that describe the stone; gives the tier that the row's group stands for. */
export function readStone(reading: Reading): Tier | undefined {
  readWeight(reading);
  const tier = readGrades(reading);
  readMeasurements(reading);
  readNumbers(reading);
  readTexts(reading);
  readMedia(reading);
  return tier;
}

/** Thousandths of a carat, from 0.001 to 100 ct; in points where mapping, heading or cell says so. */
function readWeight(reading: Reading): void {
  const { row, decimalSign } = reading;
  const text = need(reading, 'weight');
  if (text === undefined) return;
  const inPoints =
    POINTS.test(text) ||
    (!/[a-z]/i.test(text) &&
      (reading.weightUnit === 'POINTS' ||
        (reading.weightUnit === null && HEADED_POINTS.test(row.headings.get('weight') ?? ''))));
  const decimal = decimalOf(row, 'weight', decimalSign, text.replace(CARATS, '').replace(POINTS, ''));
  const digits = inPoints ? 1 : 3;
  const milliCarats = decimal ? scaled(decimal, digits) : 0;
  if (!decimal || milliCarats < 1 || milliCarats > MOST_MILLICARATS)
    return report(
      reading,
      'weight',
      `is not a weight in carats above 0 and up to 100, like 1.01${signHint(text, decimalSign)}`,
    );
  reading.attributes.weight = milliCarats;
  reading.weightPrecision = Math.min(HUNDREDTH, precision(decimal, digits));
}

const kindOf = (attribute: GradedAttribute): string =>
  attribute === 'group' ? 'a group (tier)' : FEED_ATTRIBUTE_NAMES[attribute].toLowerCase();

/** Gradings by the alias tables; gives the tier that the row's group stands for. */
function readGrades(reading: Reading): Tier | undefined {
  const {
    row: { values },
    attributes,
  } = reading;
  const grades = new Map<GradedAttribute, string>();
  for (const attribute of GRADED) {
    const text = values.get(attribute);
    if (text === undefined) continue;
    const grade = normalised(attribute, text);
    if (grade === undefined) report(reading, attribute, `is not known as ${kindOf(attribute)}`);
    else if (grade !== NONE) grades.set(attribute, grade);
  }
  need(reading, 'shapeCode');
  need(reading, 'clarity');
  if (values.has('fancyColour')) grades.set('colour', 'FANCY');
  else need(reading, 'colour');
  for (const [attribute, grade] of grades)
    if (attribute !== 'group' && attribute !== 'vendorAvailability') attributes[attribute] = grade;
  const group = grades.get('group');
  return TIERS.find((tier) => tier === group);
}

/** Length, width and height of one cell, like `6.41-6.43x3.97`; single columns may repeat them, not contradict them. */
function readMeasurements(reading: Reading): void {
  const { row, decimalSign } = reading;
  const text = row.values.get('measurements');
  if (text === undefined) return;
  const parts = MEASUREMENTS.exec(text)
    ?.slice(1)
    .map((part) => decimalOf(row, 'measurements', decimalSign, part));
  if (!parts || parts.some((part) => !part))
    return report(reading, 'measurements', 'is not length, width and height like 6.41-6.43x3.97');
  LENGTHS.forEach((attribute, index) => {
    const part = parts[index];
    const single = decimalOf(row, attribute, decimalSign);
    if (!part || numberOf(part) <= 0)
      return report(reading, 'measurements', `gives an impossible ${attribute}: it must be above 0`);
    if (single && numberOf(single) !== numberOf(part))
      return report(reading, attribute, `contradicts the measurements ${text}`);
    reading.attributes[attribute] = numberOf(part);
  });
}

function readNumbers(reading: Reading): void {
  for (const attribute of [...LENGTHS, ...PROPORTIONS]) {
    const value = readNumber(reading, attribute);
    if (value === undefined || (value === 0 && PROPORTIONS.includes(attribute))) continue;
    if (value > 0) reading.attributes[attribute] = value;
    else
      report(reading, attribute, 'is impossible: it must be above 0 (leave it empty when it is not known)');
  }
}

/** The number of a cell; undefined for a blank cell. Text that is not a number is reported. */
function readNumber(reading: Reading, attribute: FeedAttribute): number | undefined {
  const { row, decimalSign } = reading;
  const text = row.values.get(attribute);
  if (text === undefined) return undefined;
  const decimal = decimalOf(row, attribute, decimalSign, text.replace(/\s*(?:%|mm|°)$/i, ''));
  if (decimal) return numberOf(decimal);
  report(reading, attribute, `is not a number${signHint(text, decimalSign)}`);
  return undefined;
}

function readTexts(reading: Reading): void {
  const {
    row: { values },
    attributes,
  } = reading;
  for (const attribute of TEXTS) {
    const text = values.get(attribute);
    if (text === undefined) continue;
    if (FORMULA.test(text)) report(reading, attribute, 'is a formula: write its value');
    else if (UNPRINTABLE.test(text)) report(reading, attribute, 'holds unprintable characters');
    else attributes[attribute] = text;
  }
  if (attributes.lab !== 'FM' || typeof attributes.certNo !== 'string') return;
  const id = fmCertificateId(attributes.certNo);
  if (id === null)
    report(
      reading,
      'certNo',
      'is no certificate number of FM: 6 to 9 digits, with or without another number of 11 or 12 digits',
    );
  else attributes.shortCertNo = id;
}

function readMedia(reading: Reading): void {
  for (const [attribute, field] of [
    ['photoUrl', 'photoUrl'],
    ['photoUrl2', 'stillPhotoUrl'],
  ] as const) {
    const text = reading.row.values.get(attribute);
    if (text === undefined) continue;
    if (isWebAddress(text)) reading.attributes[field] = text;
    else report(reading, attribute, 'is not a web address');
  }
}

function isWebAddress(text: string): boolean {
  if (text.length > 500 || unstorableText(text) !== null || !URL.canParse(text)) return false;
  return ['http:', 'https:'].includes(new URL(text).protocol);
}
