import type { PenaltyName, RankingType } from '#contracts/api/matching.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import { colourInWords } from '#contracts/vocabulary/stone-words.ts';
import type { AttributeOrders } from '../../lib/attributes.ts';
import { formatMillimetres, formatProportion, formatWeight } from '../../lib/format.ts';
import { shapeNameOf } from '../../lists/stone-facts.ts';

const GRADES = ['colour', 'clarity', 'cut', 'polish', 'symmetry', 'fluorescence'] as const;
type Grade = (typeof GRADES)[number];

const BEFORE_SIZES: readonly PenaltyName[] = ['shape', ...GRADES, 'weight'];
const AFTER_SIZES: readonly PenaltyName[] = ['lab', 'price'];
/** What is named of two stones side by side, in this order; of a pair also how long, wide and deep they are (rule: Pairs). */
const NAMED: Readonly<Record<RankingType, readonly PenaltyName[]>> = {
  REPLACEMENT: [...BEFORE_SIZES, ...AFTER_SIZES],
  PAIR: [...BEFORE_SIZES, 'length', 'width', 'depth', ...AFTER_SIZES],
};

/**
 * How a stone differs from another one, in the words used at the counter: 'better colour', '0.03 ct smaller', '$120
 * less'; empty when they are alike. Prices are compared only where both may be seen (rule: Price modes).
 */
export function differencesOf(
  source: Stone,
  stone: Stone,
  orders: AttributeOrders,
  rankingType: RankingType = 'REPLACEMENT',
): string[] {
  return NAMED[rankingType].flatMap((what) => wordsOf(what, source, stone, orders) ?? []);
}

function wordsOf(what: PenaltyName, source: Stone, stone: Stone, orders: AttributeOrders): string | null {
  switch (what) {
    case 'shape':
      return instead(shapeNameOf(stone), shapeNameOf(source), 'shape');
    case 'lab':
      return instead(stone.lab, source.lab, 'lab');
    case 'weight':
      return measured(stone.weight, source.weight, formatWeight, 'ct', ['larger', 'smaller']);
    case 'length':
      return measured(stone.length, source.length, formatMillimetres, 'mm', ['longer', 'shorter']);
    case 'width':
      return measured(stone.width, source.width, formatMillimetres, 'mm', ['wider', 'narrower']);
    case 'depth':
      return measured(stone.depthPct, source.depthPct, formatProportion, '%', ['deeper', 'shallower']);
    case 'price':
      return measured(stone.total, source.total, formatValue, '', ['more', 'less']);
    default:
      return gradeWords(what, source, stone, orders);
  }
}

function gradeWords(grade: Grade, source: Stone, stone: Stone, orders: AttributeOrders): string | null {
  const fancy = grade === 'colour' && (source.fancyColoured || stone.fancyColoured);
  const [from, to] = fancy ? [colourInWords(source), colourInWords(stone)] : [source[grade], stone[grade]];
  if (fancy || from === undefined || to === undefined) return instead(to, from, grade);
  const steps = orders[grade](from) - orders[grade](to);
  if (!Number.isFinite(steps) || steps === 0) return instead(to, from, grade);
  const [better, worse] = grade === 'fluorescence' ? ['weaker', 'stronger'] : ['better', 'worse'];
  const by = Math.abs(steps) === 1 ? '' : ` by ${Math.abs(steps)} steps`;
  return `${steps > 0 ? better : worse} ${grade}${by}`;
}

function instead(to: string | undefined, from: string | undefined, name: string): string | null {
  if (to === from) return null;
  if (to === undefined) return `no ${name}`;
  return from === undefined ? `${name} ${to}` : `${to} instead of ${from}`;
}

/** Null when one of them is unknown or both read the same. */
function measured(
  to: number | undefined,
  from: number | undefined,
  write: (value: number) => string,
  unit: string,
  [more, less]: readonly [string, string],
): string | null {
  if (to === undefined || from === undefined) return null;
  const amount = write(Math.abs(to - from));
  if (!/[1-9]/.test(amount)) return null;
  return [amount, unit, to > from ? more : less].filter(Boolean).join(' ');
}
