import type { StoneAttributes } from '#contracts/events/index.ts';
import { fmCertificateId } from '#contracts/vocabulary/certificates.ts';
import { TIERS, type Tier } from '#contracts/vocabulary/tiers.ts';
import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import type { FeedProblem } from './feed-attributes.ts';
import { NONE, normalised, type GradedAttribute } from './grading-aliases.ts';
import type { MappedRow } from './map-columns.ts';
import { numberOf, readDecimal, scaled } from './read-decimals.ts';

const POSITIVE: readonly Extract<FeedAttribute, keyof StoneAttributes>[] = [
  'length',
  'width',
  'height',
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
const MEASUREMENTS = /^([\d.]+)\s*(?:mm)?\s*[-–x×*/]\s*([\d.]+)\s*(?:mm)?\s*[x×*/-]\s*([\d.]+)\s*(?:mm)?$/i;
// What a spreadsheet would run, and characters that no grading report has.
const FORMULA = /^[=@]/;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u;

/** A row being read: its cells, what they came to so far, and what was wrong with them. */
export type Reading = {
  row: MappedRow;
  attributes: Partial<Record<keyof StoneAttributes, unknown>>;
  problems: FeedProblem[];
};

/** Notes what is wrong with a cell. */
export function report({ row, problems }: Reading, attribute: FeedAttribute, message: string): void {
  problems.push({
    row: row.row,
    column: row.headings.get(attribute) ?? attribute,
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
  const {
    row: { values },
    attributes,
  } = reading;
  const grades = new Map<GradedAttribute, string>();
  for (const attribute of GRADED) {
    const text = values.get(attribute);
    if (text === undefined) continue;
    const grade = normalised(attribute, text);
    if (grade === undefined)
      report(reading, attribute, `is not known as ${attribute === 'group' ? 'a group (tier)' : attribute}`);
    else if (grade !== NONE) grades.set(attribute, grade);
  }
  need(reading, 'shapeCode');
  need(reading, 'clarity');
  if (values.has('fancyColour')) grades.set('colour', 'FANCY');
  else need(reading, 'colour');
  for (const [attribute, grade] of grades)
    if (attribute !== 'group' && attribute !== 'vendorAvailability') attributes[attribute] = grade;
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
  const parts = MEASUREMENTS.exec(text)
    ?.slice(1)
    .map((part) => readDecimal(part));
  if (!parts || parts.some((part) => !part))
    return report(reading, 'measurements', 'is not length, width and height like 6.41-6.43x3.97');
  (['length', 'width', 'height'] as const).forEach((attribute, index) => {
    const part = parts[index];
    const single = readDecimal(values.get(attribute) ?? '');
    if (!part || numberOf(part) <= 0)
      return report(reading, 'measurements', `gives an impossible ${attribute}: it must be above 0`);
    if (single && numberOf(single) !== numberOf(part))
      return report(reading, attribute, `contradicts the measurements ${text}`);
    reading.attributes[attribute] = numberOf(part);
  });
}

function readNumbers(reading: Reading): void {
  for (const attribute of POSITIVE) {
    const text = reading.row.values.get(attribute);
    if (text === undefined) continue;
    const decimal = readDecimal(text.replace(/\s*(?:%|mm|°)$/i, ''));
    if (!decimal) report(reading, attribute, 'is not a number');
    else if (numberOf(decimal) <= 0)
      report(reading, attribute, 'is impossible: it must be above 0 (leave it empty when it is not known)');
    else reading.attributes[attribute] = numberOf(decimal);
  }
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
  return text.length <= 500 && URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
