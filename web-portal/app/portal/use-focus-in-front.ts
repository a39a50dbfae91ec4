import { useEffect, type RefObject } from 'react';

/**
 * The focus stays in the page that is shown: opened from a row by Enter, a stone's page has it, and the list's row has it
 * again when that page is left. Where the focus is somewhere else, as in the sidebar, it stays there.
 */
export function useFocusInFront(main: RefObject<HTMLElement | null>, front: string | null): void {
  useEffect(() => {
    const focused = document.activeElement;
    const isLost =
      focused === null ||
      focused === document.body ||
      focused === main.current ||
      focused.closest('[style*="display: none"]') !== null;
    if (!isLost || !main.current) return;
    const rows = [...main.current.querySelectorAll<HTMLElement>('tr[data-key][tabindex="0"]')];
    const row = front === null && rows.find((each) => each.closest('[style*="display: none"]') === null);
    (row || main.current).focus({ preventScroll: true });
  }, [main, front]);
}
