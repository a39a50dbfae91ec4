import { FEED_NUMBERS, type FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import { UnreadableFeed } from './feed-attributes.ts';
import type { MappedRow } from './map-columns.ts';
import { readDecimal, type Decimal, type DecimalSign } from './read-decimals.ts';

/** The attributes with numbers in their cells. */
const NUMBERS: readonly FeedAttribute[] = [...FEED_NUMBERS, 'measurements'];
/** More than this share of the cells that show a sign decides. */
const MOST = 0.9;

/** The sign that a number shows; null where it may be read with either: no sign, or one before three digits. */
function shownBy(number: string): DecimalSign | null {
  const last = number.search(/[.,](?=[^.,]*$)/);
  if (last < 0) return null;
  const sign = number[last] === '.' ? 'POINT' : 'COMMA';
  const other = sign === 'POINT' ? 'COMMA' : 'POINT';
  const before = number.slice(0, last);
  if (before.includes(number[last]!)) return other;
  if (/[.,]/.test(before)) return sign;
  const groups = /^[1-9]\d{0,2}$/.test(before) && number.length - last === 4;
  return groups ? null : sign;
}

/**
 * The decimal sign of a file, by its mapped number cells (rule: Ranges and numbers); a point where none shows it. Throws
 * UnreadableFeed naming a cell of each kind when neither sign has more than 90 %.
 */
export function decimalSignOf(rows: Iterable<MappedRow>): DecimalSign {
  const counts = { POINT: 0, COMMA: 0 };
  const examples: Partial<Record<DecimalSign, string>> = {};
  for (const { row, values, typed, headings } of rows) {
    for (const attribute of NUMBERS) {
      const text = values.get(attribute);
      if (text === undefined || typed.has(attribute)) continue;
      for (const [number] of text.matchAll(/\d*[.,]?\d[\d.,]*/g)) {
        const sign = shownBy(number);
        if (!sign) continue;
        counts[sign] += 1;
        examples[sign] ??=
          `${JSON.stringify(text.slice(0, 40))} in row ${row}, column "${headings.get(attribute) ?? attribute}"`;
        break;
      }
    }
  }
  const { POINT, COMMA } = counts;
  if (POINT + COMMA === 0 || POINT > MOST * (POINT + COMMA)) return 'POINT';
  if (COMMA > MOST * (POINT + COMMA)) return 'COMMA';
  throw new UnreadableFeed(
    `The file writes decimals with a point (${examples.POINT}) as well as with a comma (${examples.COMMA}): set the decimal sign in the mapping.`,
  );
}

/** A cell's number, by the file's decimal sign; one that a workbook holds as a number needs none. Null when it is none. */
export function decimalOf(
  row: MappedRow,
  attribute: FeedAttribute,
  sign: DecimalSign,
  text = row.values.get(attribute) ?? '',
): Decimal | null {
  return readDecimal(text, row.typed.has(attribute) ? 'POINT' : sign);
}

const SIGN_NAMES: Readonly<Record<DecimalSign, string>> = { POINT: 'a point', COMMA: 'a comma' };

/** Of a text that is a number by the other decimal sign only: by which it was read, and where to say so. Else empty. */
export function signHint(text: string, sign: DecimalSign): string {
  const other = sign === 'POINT' ? 'COMMA' : 'POINT';
  if (readDecimal(text, sign) || !readDecimal(text, other)) return '';
  return ` (decimals are read with ${SIGN_NAMES[sign]}: the mapping has the decimal sign)`;
}
