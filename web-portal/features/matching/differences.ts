import type { PenaltyName, SimilarStone } from '#contracts/api/matching.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import type { AttributeOrders } from '../../lib/attributes.ts';
import { signed } from '#contracts/vocabulary/counts.ts';
import { formatMillimetres, formatPercent, formatWeight } from '../../lib/format.ts';
import { colourOf } from '../../lists/stone-sections.ts';
import { shapeNameOf } from '../../lists/stone-facts.ts';

/** One thing a candidate loses points for, in words: '−1 colour', '+0.03 ct', '+$120'; and how many points. */
export type Difference = { penalty: PenaltyName; words: string; points: number };

const GRADES = ['colour', 'clarity', 'fluorescence', 'cut', 'polish', 'symmetry'] as const;
type Grade = (typeof GRADES)[number];
const isGrade = (penalty: PenaltyName): penalty is Grade => GRADES.some((grade) => grade === penalty);

/**
 * The penalties that make up a candidate's score, in the server's order (product: Replacement matching). A
 * grade that is better by a step reads '+1', one that is worse '−1'. Prices are compared only where both may
 * be seen.
 */
export function differencesOf(
  source: Stone,
  { stone, penalties }: SimilarStone,
  orders: AttributeOrders,
): Difference[] {
  return penalties.map(({ penalty, amount }) => ({
    penalty,
    points: amount,
    words: wordsOf(penalty, source, stone, orders),
  }));
}

function wordsOf(penalty: PenaltyName, source: Stone, stone: Stone, orders: AttributeOrders): string {
  if (isGrade(penalty)) return gradeWords(penalty, source, stone, orders);
  switch (penalty) {
    case 'shape':
      return instead(shapeNameOf(stone), shapeNameOf(source), 'shape');
    case 'lab':
      return instead(stone.lab, source.lab, 'lab');
    case 'weight':
      return `${signed(stone.weight - source.weight, formatWeight)} ct`;
    case 'price':
      return stone.total === undefined || source.total === undefined
        ? 'price'
        : signed(stone.total - source.total, formatValue);
    case 'length':
    case 'width':
      return measured(stone[penalty], source[penalty], penalty, 'mm');
    case 'depth':
      return measured(stone.depthPct, source.depthPct, 'depth', '%');
  }
}

function gradeWords(grade: Grade, source: Stone, stone: Stone, orders: AttributeOrders): string {
  const [from, to] = [source[grade], stone[grade]];
  if (from === undefined || to === undefined) return instead(to, from, grade);
  const steps = orders[grade](from) - orders[grade](to);
  const fancy = grade === 'colour' && source.fancyColoured !== stone.fancyColoured;
  if (fancy || !Number.isFinite(steps) || steps === 0)
    return grade === 'colour' ? instead(colourOf(stone), colourOf(source), grade) : instead(to, from, grade);
  return `${signed(steps, String)} ${grade}`;
}

const instead = (to: string | undefined, from: string | undefined, name: string): string =>
  to === undefined ? `no ${name}` : from === undefined ? `${to} ${name}` : `${to} instead of ${from}`;

const measured = (
  to: number | undefined,
  from: number | undefined,
  name: string,
  unit: 'mm' | '%',
): string =>
  to === undefined || from === undefined
    ? `no ${name}`
    : `${signed(to - from, unit === 'mm' ? formatMillimetres : formatPercent)} ${unit} ${name}`;
