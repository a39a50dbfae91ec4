import { useEffect, type RefObject } from 'react';

/**
 * What one pressed may go away, or be disabled, and so may what opened a dialog. The page has the focus then, so that
 * keys and screen readers go on from there; in a dialog its next list item's button has it, or else its heading
 * (product: Stone table).
 */
export function useFocusKept(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null;
    const note = ({ target }: FocusEvent): void => void (last = target instanceof Element ? target : null);
    const observer = new MutationObserver((changes) => {
      if (!main.current || !last) return;
      // Of what is disabled only buttons: a field in a form that is being saved gets its focus back from the form.
      if (last.isConnected && !(last instanceof HTMLButtonElement && last.disabled)) return;
      const focused = document.activeElement;
      if (focused !== document.body && focused !== last) return;
      const dialog = dialogInFront();
      // What hides the page without being a dialog, or is about to be gone, keeps the focus itself.
      if (!dialog && main.current.closest(HIDDEN)) return;
      const beside = dialog && besideGone(last, changes, dialog);
      last = null;
      if (beside) return beside.focus();
      const place = dialog ? headOf(dialog) : main.current;
      if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
      place.focus({ preventScroll: true });
    });
    // Heard on its way down: messages let nothing of it rise to a dialog, which would take the focus back.
    document.addEventListener('focusin', note, true);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['aria-hidden', 'disabled'],
    });
    return () => {
      document.removeEventListener('focusin', note, true);
      observer.disconnect();
    };
  }, [main]);
}

const HIDDEN = '[aria-hidden="true"]';

function dialogInFront(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"]')]
    .filter((dialog) => !dialog.closest(HIDDEN))
    .at(-1);
}

/** What names a dialog; the dialog itself where it has its name without a heading. */
function headOf(dialog: HTMLElement): HTMLElement {
  return document.getElementById(dialog.getAttribute('aria-labelledby') ?? '') ?? dialog;
}

/** Of a button that is gone with its list item: the same one of the item after it, or of the one before it. */
function besideGone(
  gone: Element,
  changes: readonly MutationRecord[],
  dialog: HTMLElement,
): HTMLButtonElement | undefined {
  for (const { removedNodes, nextSibling, previousSibling } of changes)
    for (const item of removedNodes) {
      if (!(item instanceof HTMLLIElement) || !item.contains(gone)) continue;
      const which = [...item.querySelectorAll('button')].findIndex((button) => button === gone);
      return [nextSibling, previousSibling]
        .filter((beside) => beside instanceof HTMLLIElement)
        .map((beside) => (dialog.contains(beside) ? beside.querySelectorAll('button')[which] : undefined))
        .find((button) => button !== undefined && !button.disabled);
    }
  return undefined;
}
