import { isOutward, type Network } from './network.ts';

/** The tree that the basic columns of a network's linear program are, from outside to every row. */
export type SpanningTree = {
  /** Rows, each behind the one that it hangs on. */
  order: Int32Array;
  /** By row: the column by which it hangs; -1 for a row that hangs on outside by no column. */
  by: Int32Array;
};

/**
 * The tree of a basis. A row whose own slack is basic (`looseRows`) hangs on outside at no cost. Throws when the columns are
 * no tree: a basis always is.
 */
export function spanningTree(
  network: Network,
  basic: readonly number[],
  looseRows: readonly number[],
): SpanningTree {
  const { rows, pairs, row, binRow } = network;
  const degree = new Int32Array(rows + 1);
  for (const column of basic) {
    if (column >= pairs) continue;
    degree[row[column]!]!++;
    degree[binRow[column]!]!++;
  }
  const starts = new Int32Array(rows + 1);
  for (let at = 0; at < rows; at++) starts[at + 1] = starts[at]! + degree[at]!;
  const [fill, beside] = [starts.slice(), new Int32Array(starts[rows]!)];
  for (const column of basic) {
    if (column >= pairs) continue;
    beside[fill[row[column]!]!++] = column;
    beside[fill[binRow[column]!]!++] = column;
  }
  const order = new Int32Array(rows);
  const by = new Int32Array(rows).fill(-1);
  const reached = new Uint8Array(rows);
  let size = 0;
  const hang = (at: number, column: number): void => {
    if (reached[at]) throw new Error('a basis has a cycle');
    reached[at] = 1;
    by[at] = column;
    order[size++] = at;
  };
  for (const at of looseRows) hang(at, -1);
  for (const column of basic) if (column >= pairs) hang(row[column]!, column);
  for (let next = 0; next < size; next++) {
    const at = order[next]!;
    for (let k = starts[at]!; k < starts[at + 1]!; k++) {
      const column = beside[k]!;
      if (column === by[at]) continue;
      hang(row[column] === at ? binRow[column]! : row[column]!, column);
    }
  }
  if (size < rows) throw new Error('a basis does not reach every row');
  return { order, by };
}

/** What a unit of each row is worth in a tree, so that the tree's own columns cost nothing more; exact for whole costs. */
export function potentials(
  network: Network,
  { order, by }: SpanningTree,
  cost: (column: number) => number,
): Float64Array {
  const { pairs, row, binRow, kind } = network;
  const values = new Float64Array(network.rows);
  for (const at of order) {
    const column = by[at]!;
    if (column < 0) values[at] = 0;
    else if (column >= pairs) values[at] = isOutward(kind[column - pairs]!) ? -cost(column) : cost(column);
    else values[at] = cost(column) - values[row[column] === at ? binRow[column]! : row[column]!]!;
  }
  return values;
}

/** What a unit on a column would cost more, all in all, in a tree of these potentials. */
export function reducedCost(network: Network, values: Float64Array, column: number, cost: number): number {
  const { pairs, row, binRow, kind } = network;
  if (column < pairs) return cost - values[row[column]!]! - values[binRow[column]!]!;
  return isOutward(kind[column - pairs]!) ? cost + values[row[column]!]! : cost - values[row[column]!]!;
}
