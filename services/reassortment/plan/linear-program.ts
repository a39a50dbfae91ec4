import type { Highs, Model } from 'highs';
import { isOutward, type Network } from './network.ts';

/** A linear program over some columns of a network, kept in memory while columns are added to it. */
export type LinearProgram = {
  /** Adds columns, unused so far. */
  add(columns: readonly number[], cost: (column: number) => number): void;
  /** Gives each of its columns another cost. */
  price(cost: (column: number) => number): void;
  /** Solves it, from where it ended the last time. Throws when HiGHS does not prove an optimum. */
  solve(): Solved;
  dispose(): void;
};

/** An optimal basis with its flow, in the order of `columns`. */
export type Solved = {
  columns: readonly number[];
  flow: Float64Array;
  /** Each of `columns`: nonbasic at its lower bound, basic, or nonbasic at its upper bound. */
  status: Int32Array;
  looseRows: number[];
};

export const [, BASIC, AT_UPPER] = [0, 1, 2] as const;
const PRIMAL_SIMPLEX = 4;
/** The status of a model that HiGHS has proven an optimum of. */
export const OPTIMAL = 7;

/** A program without columns: `supply` by row is what its columns have to carry. */
export function linearProgram(highs: Highs, network: Network, supply: Float64Array): LinearProgram {
  const columns: number[] = [];
  const model = emptyModel(highs, network, supply);
  model.options.set({ presolve: 'off', simplex_scale_strategy: 0 });
  let hasBasis = false;
  return {
    add(more, cost) {
      if (more.length === 0) return;
      for (const column of more) columns.push(column);
      model.addCols(columnData(network, more, cost));
    },
    price(cost) {
      model.changeColsCost(
        { kind: 'range', from: 0, to: columns.length - 1 },
        Float64Array.from(columns, cost),
      );
    },
    solve() {
      // What was optimal stays feasible when columns are added: the primal simplex goes on from there.
      if (hasBasis) model.options.set('simplex_strategy', PRIMAL_SIMPLEX);
      model.run();
      const status = model.getModelStatus();
      if (status !== OPTIMAL) throw new Error(`HiGHS ended with model status ${status}, without an optimum`);
      hasBasis = true;
      const basis = model.getBasis();
      return {
        columns,
        flow: model.getSolution().colValue,
        status: basis.colStatus,
        looseRows: [...basis.rowStatus.keys()].filter((row) => basis.rowStatus[row] === BASIC),
      };
    },
    dispose: () => model.dispose(),
  };
}

/** HiGHS with its defaults and the rows of a program, as yet without columns: the caller disposes of it. */
export function emptyModel(highs: Highs, { rows }: Network, supply: Float64Array): Model {
  const model = highs.createModel();
  model.options.set({ output_flag: false });
  model.addRows({
    lower: supply,
    upper: supply,
    matrix: {
      format: 'csr',
      numRows: rows,
      numCols: 0,
      starts: new Int32Array(rows + 1),
      indices: new Int32Array(0),
      values: new Float64Array(0),
    },
  });
  return model;
}

/** Columns of a network as HiGHS takes them. */
export function columnData(network: Network, columns: readonly number[], cost: (column: number) => number) {
  const { pairs, row, binRow, kind, upper, rows } = network;
  const count = columns.length;
  const starts = new Int32Array(count + 1);
  const indices: number[] = [];
  const values: number[] = [];
  for (const [at, column] of columns.entries()) {
    indices.push(row[column]!);
    values.push(column >= pairs && isOutward(kind[column - pairs]!) ? -1 : 1);
    if (column < pairs) {
      indices.push(binRow[column]!);
      values.push(1);
    }
    starts[at + 1] = indices.length;
  }
  return {
    count,
    cost: Float64Array.from(columns, cost),
    lower: new Float64Array(count),
    upper: Float64Array.from(columns, (column) => (column < pairs ? Infinity : upper[column - pairs]!)),
    matrix: {
      format: 'csc' as const,
      numRows: rows,
      numCols: count,
      starts,
      indices: Int32Array.from(indices),
      values: Float64Array.from(values),
    },
  };
}
