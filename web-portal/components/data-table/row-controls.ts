import type { KeyboardEvent } from 'react';

/** The controls within a row that the arrows reach. */
const CONTROLS = 'input, button:not(:disabled), a[href]';

/**
 * Takes a row's controls out of the order of Tab: they are reached by the arrows. Disabled ones too, which may be enabled
 * without the row being drawn again.
 */
export function withoutTabs(row: HTMLElement | null): void {
  for (const control of row?.querySelectorAll<HTMLElement>('input, button, a[href]') ?? [])
    if (control.tabIndex !== -1) control.tabIndex = -1;
}

const WRITING = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** Whether this is a field, where keys and pastes are its own: a click there opens no row. A checkbox has none but Space. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(WRITING) !== null;

/** Right and Left go from a row to its controls, one after the other, and back. True when the key was one of them. */
export function movedInRow({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>): boolean {
  if ((key !== 'ArrowRight' && key !== 'ArrowLeft') || !(target instanceof Element)) return false;
  const row = target.closest<HTMLElement>('tr[data-key]');
  if (!row) return false;
  const stops = [row, ...row.querySelectorAll<HTMLElement>(CONTROLS)];
  const place = stops.findIndex((stop) => stop === target);
  stops[place + (key === 'ArrowRight' ? 1 : -1)]?.focus();
  return true;
}
