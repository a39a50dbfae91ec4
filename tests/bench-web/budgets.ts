/** The numbers to reach, and what a row of the report is made of. */
export type Figure = {
  name: string;
  value: number;
  unit: 'ms' | 'MB' | 'KiB' | '';
  budget: number | null;
  note?: string;
};

/** Milliseconds to the next frame on 50,000 rows, at full speed and at a quarter of it; `row`: to select one. */
export const FRAME_BUDGETS = {
  full: { any: 60, row: 16 },
  throttled: { any: 150, row: 50 },
} as const;
export const HEAP_MB = 150;
export const LCP_MS = 1500;
export const CLS = 0.05;
/** Of what a jeweller does all day, also right after an input. */
export const LOOP_CLS = 0.01;
/** Gzipped JavaScript and styles. */
export const KIB = { publicPage: 130, signIn: 130, shell: 200, backOffice: 420, lazy: 140 } as const;

/** One line: name, value, budget, and a mark where it is missed. */
export function lineOf({ name, value, unit, budget, note = '' }: Figure): string {
  const figure = value.toLocaleString('en-US', {
    maximumFractionDigits: value < 10 ? 3 : value < 100 ? 1 : 0,
  });
  const against = budget === null ? '' : `${value <= budget ? '≤' : '> OVER'} ${budget}`;
  return `  ${name.padEnd(52)} ${figure.padStart(9)} ${unit.padEnd(4)} ${against.padEnd(12)} ${note}`.trimEnd();
}
