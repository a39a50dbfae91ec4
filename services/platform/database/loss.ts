/** Connections that break within this time, in milliseconds, broke with the first of them. */
const ONE_LOSS_MS = 5_000;

/**
 * A listener for connections to Postgres that break: when it is lost they all do, and `report` gets the first of them.
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
