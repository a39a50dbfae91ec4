/** Connections that break within this time, in milliseconds, count as lost together with the first. */
const ONE_LOSS_MS = 5_000;

/**
 * A listener for broken connections to Postgres. When Postgres is lost, all connections break, and `report` gets only
 * the first.
 * @param now milliseconds of a clock that never goes back
 */
export function oncePerLoss(
  report: (error: Error) => void,
  now: () => number = () => performance.now(),
): (error: Error) => void {
  let last = -Infinity;
  return (error) => {
    const isFirst = now() - last > ONE_LOSS_MS;
    last = now();
    if (isFirst) report(error);
  };
}
