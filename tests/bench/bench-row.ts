/** Two stores that nothing else uses meanwhile: an empty database, and an event store on it. */
export type BenchEnvironment = { readonly databaseUrl: string; readonly eventStoreUrl: string };

/** One figure; `ratio` is value ÷ baseline, measured in the same run. Both null where there is nothing to compare with. */
export type BenchRow = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number | null;
  readonly ratio: number | null;
  readonly note: string;
};

/** A figure that there is nothing to compare with. */
export const figure = (name: string, value: number, unit: string, note: string): BenchRow => ({
  name,
  value,
  unit,
  baseline: null,
  ratio: null,
  note,
});
