/** Milliseconds to the next frame on 50,000 rows, at full speed and at a quarter of it; `row`: to select one. */
export const FRAME_BUDGETS = {
  full: { any: 60, row: 16 },
  throttled: { any: 150, row: 50 },
} as const;
export const HEAP_MB = 150;
export const LCP_MS = 1500;
/** Of each page, and of what a jeweller does all day, also right after an input. */
export const CLS = 0.01;
/** Gzipped JavaScript and styles. */
export const KIB = { publicPage: 130, signIn: 130, shell: 200, backOffice: 420, lazy: 140 } as const;
