/** The newest of some log positions; null stands for none. */
export function newestPosition(first: bigint, ...others: readonly (bigint | null)[]): bigint;
export function newestPosition(...positions: readonly (bigint | null)[]): bigint | null;
export function newestPosition(...positions: readonly (bigint | null)[]): bigint | null {
  return positions.reduce(
    (newest, one) => (one !== null && (newest === null || one > newest) ? one : newest),
    null,
  );
}
