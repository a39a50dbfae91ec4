/** So long after the last thing done in it a window counts as left alone: longer than a page waits to look again. */
const LEFT_ALONE_AFTER_MS = 120_000;

/** What a person does in a window, looking at it again included. */
const ACTS = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focus'] as const;

let lastAct = Date.now();
let followed = false;

/**
 * Whether a person uses this window now. What a window asks for by itself while it is left alone, such as looking again
 * every minute, extends no session (rule: Sessions).
 */
export const isAttended = (): boolean => Date.now() - lastAct < LEFT_ALONE_AFTER_MS;

/** Begins to follow what is done in this window, which counts as used until then. Does nothing a second time. */
export function followActs(): void {
  if (followed || typeof window === 'undefined') return;
  followed = true;
  const acted = (): void => void (lastAct = Date.now());
  for (const act of ACTS) window.addEventListener(act, acted, { capture: true, passive: true });
}
