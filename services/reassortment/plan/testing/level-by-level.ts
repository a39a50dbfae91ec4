import type { Highs } from 'highs';
import { closePairs } from '../close-pairs.ts';
import { costAt, isOutward, networksOf } from '../network.ts';
import type { LevelName, PlanInput } from '../plan-input.ts';

/**
 * The optimum of each of these levels, found another way: HiGHS minimises one after another over all pairs, and what a
 * level came to is a constraint of those behind it. For instances without locked stones that are one group.
 */
export function optimaLevelByLevel(
  highs: Highs,
  { bins, units, additions }: PlanInput,
  levels: readonly LevelName[],
): number[] {
  const stones = [...units, ...additions].map(({ stone }) => ({ stone, onlyStore: null }));
  const [network, ...others] = networksOf(bins, units, additions, closePairs(bins, stones));
  if (!network || others.length > 0) throw new Error('the instance is not one group');
  const { columns, pairs, rows, row, binRow, kind, upper } = network;
  const all = Array.from({ length: columns }, (_, column) => column);
  const term = (factor: number, name: string): string =>
    `${factor < 0 ? '-' : '+'} ${Math.abs(factor)} ${name}`;
  const balance = Array.from({ length: rows }, (): string[] => []);
  for (const column of all) {
    const outward = column >= pairs && isOutward(kind[column - pairs]!);
    balance[row[column]!]!.push(term(outward ? -1 : 1, `x${column}`));
    if (column < pairs) balance[binRow[column]!]!.push(term(1, `x${column}`));
  }
  const constraints = balance.map((terms, at) => `r${at}: ${terms.join('\n ')} = ${network.supply[at]}`);
  const bounds = all
    .slice(pairs)
    .filter((column) => Number.isFinite(upper[column - pairs]))
    .map((column) => `x${column} <= ${upper[column - pairs]}`);
  return levels.map((level) => {
    const terms = all.flatMap((column) => {
      const cost = costAt(network, level, column);
      return cost === 0 ? [] : [term(cost, `x${column}`)];
    });
    const cost = terms.length > 0 ? terms.join('\n ') : '0 x0';
    const text = `Minimize\n obj: ${cost}\nSubject To\n${constraints.join('\n')}\nBounds\n${bounds.join('\n')}\nEnd\n`;
    const solved = highs.solve(text, { output_flag: false });
    if (solved.Status !== 'Optimal') throw new Error(`${level} ended as ${solved.Status}`);
    const optimum = Math.round(solved.ObjectiveValue);
    constraints.push(`l${constraints.length}: ${cost} <= ${optimum}`);
    return optimum;
  });
}
