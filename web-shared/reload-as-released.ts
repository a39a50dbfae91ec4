const RELOADED = 'vitrine:reloaded';
/** A second reload within this time would not help. */
const RELOAD_AGAIN_MS = 30_000;

/** A part of the application that is no longer there: the page is reloaded as it is released now, unless it just was. */
export function reloadAsReleased(): void {
  const last = Number(sessionStorage.getItem(RELOADED));
  if (Date.now() - last < RELOAD_AGAIN_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
}
