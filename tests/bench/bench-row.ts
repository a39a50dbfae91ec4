/** Two stores that nothing else uses meanwhile: an empty database, and an event store on it. */
export type BenchEnvironment = { readonly databaseUrl: string; readonly eventStoreUrl: string };

/** What a figure is to reach: its value in the row's unit, or its ratio to the baseline. */
export type Aim = {
  readonly of: 'value' | 'ratio';
  readonly is: 'at most' | 'at least';
  readonly limit: number;
};

/** One figure; `ratio` is value ÷ baseline, measured in the same run. Both null where there is nothing to compare with. */
export type BenchRow = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number | null;
  readonly ratio: number | null;
  readonly note: string;
  readonly aim?: Aim | undefined;
};

export const atMost = (limit: number): Aim => ({ of: 'value', is: 'at most', limit });
export const atLeast = (limit: number): Aim => ({ of: 'value', is: 'at least', limit });
/** Times the baseline. */
export const atMostTimes = (limit: number): Aim => ({ of: 'ratio', is: 'at most', limit });
/** Times the baseline. */
export const atLeastTimes = (limit: number): Aim => ({ of: 'ratio', is: 'at least', limit });

/** A figure that there is nothing to compare with. */
export const figure = (name: string, value: number, unit: string, note: string, aim?: Aim): BenchRow => ({
  name,
  value,
  unit,
  baseline: null,
  ratio: null,
  note,
  aim,
});

/** True where a row has an aim and is not there. */
export function isMissed({ value, ratio, aim }: BenchRow): boolean {
  if (!aim) return false;
  const reached = aim.of === 'value' ? value : (ratio ?? Number.NaN);
  return !(aim.is === 'at most' ? reached <= aim.limit : reached >= aim.limit);
}

/** One line: name, value, ratio and baseline, aim with a mark where it is missed, note. */
export function lineOf(row: BenchRow): string {
  const { name, value, unit, baseline, ratio, note } = row;
  const against = baseline === null || ratio === null ? '' : `${ratio.toFixed(2)} × ${counted(baseline)}`;
  const columns = [
    name.padEnd(56),
    counted(value).padStart(9),
    unit.padEnd(8),
    against.padStart(18),
    aimOf(row).padEnd(18),
    note,
  ];
  return `  ${columns.join(' ')}`.trimEnd();
}

function aimOf(row: BenchRow): string {
  const { aim } = row;
  if (!aim) return '';
  const sign = aim.is === 'at most' ? '≤' : '≥';
  const limit = aim.limit.toLocaleString('en-US', { maximumFractionDigits: 2 });
  return `${isMissed(row) ? 'MISSED' : 'reached'} ${sign} ${limit}${aim.of === 'ratio' ? ' ×' : ''}`;
}

function counted(number: number): string {
  const digits = number < 0.1 ? 4 : number < 100 ? 2 : 0;
  return number.toLocaleString('en-US', { maximumFractionDigits: digits });
}
