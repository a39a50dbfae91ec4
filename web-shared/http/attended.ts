/** Time without use after which a window counts as left alone: longer than a page waits to look again. */
const LEFT_ALONE_AFTER_MS = 120_000;

/** Time for which a frame in use counts as the window's use: what is done in it is not heard here. */
const READ_IN_FRAME_MS = 30 * 60_000;

/** What a person does in a window, looking at it again included. */
const ACTS = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'click',
  'wheel',
  'keydown',
  'input',
  'focus',
] as const;

let lastAct = Date.now();
let followed = false;

/**
 * Whether a person uses this window now. What a window asks for by itself while it is left alone, such as looking again
 * every minute, extends no session (rule: Sessions).
 */
export function isAttended(): boolean {
  const quiet = Date.now() - lastAct;
  return quiet < LEFT_ALONE_AFTER_MS || (quiet < READ_IN_FRAME_MS && isInFrame());
}

/** Whether the keyboard is in a frame of this window, such as an asset page, a certificate or a film. */
const isInFrame = (): boolean =>
  typeof document !== 'undefined' && document.hasFocus() && document.activeElement?.tagName === 'IFRAME';

/** Begins to follow what is done in this window, which counts as used until then. Does nothing a second time. */
export function followActs(): void {
  if (followed || typeof window === 'undefined') return;
  followed = true;
  const acted = (): void => void (lastAct = Date.now());
  for (const act of ACTS) window.addEventListener(act, acted, { capture: true, passive: true });
}
