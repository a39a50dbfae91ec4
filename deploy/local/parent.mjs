/**
 * Calls back once when the npm that started us has gone: a SIGTERM to npm does not reach us.
 * Started in another way, we may outlive our parent.
 * @param {() => void} onGone
 */
export function watchNpm(onGone) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined || parent === 1) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onGone();
  }, 500);
  watch.unref();
}
