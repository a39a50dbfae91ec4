import type { BinSpec } from '#contracts/reassortment/bin-spec.ts';
import { thousandthsOf } from '#contracts/vocabulary/carats.ts';
import { plain } from './plain-text.ts';

const RANGE = /^(\d{1,3}(?:\.\d{0,3})?|\.\d{1,3})-(\d{1,3}(?:\.\d{0,3})?|\.\d{1,3})$/;
const AND_MORE = /^(\d{1,3}(?:\.\d{0,3})?|\.\d{1,3})\+$/;
/** 'a+' is 'a-10'. */
const MOST = 10_000;
const TENTH = 100;
const HUNDREDTH = 10;

/** 'a-b' and 'a+' in thousandths of a carat, as written; undefined for what is neither, and where a is above b. */
export function readWeights(text: string): NonNullable<BinSpec['weight']> | undefined {
  const written = plain(text);
  const range = RANGE.exec(written);
  const [, from = '', to] = range ?? AND_MORE.exec(written) ?? [];
  if (from === '') return undefined;
  const minimum = thousandthsOf(Number(from));
  const maximum = to === undefined ? MOST : thousandthsOf(Number(to));
  return minimum <= maximum ? { minimum, maximum } : undefined;
}

/**
 * The weights of a crosstab's row: a top end rounded to a tenth of a carat is lowered by 0.01, so that '0.30-0.40' is
 * 0.30-0.39 and '2+' ends at 9.99 (product: Crosstab).
 */
export function readCrosstabWeights(text: string): NonNullable<BinSpec['weight']> | undefined {
  const written = readWeights(text);
  if (!written) return undefined;
  const { minimum, maximum } = written;
  const top = maximum % TENTH === 0 ? maximum - HUNDREDTH : maximum;
  return minimum <= top ? { minimum, maximum: top } : undefined;
}
