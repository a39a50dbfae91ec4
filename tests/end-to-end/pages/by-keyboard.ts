import type { Locator, Page } from 'playwright-core';

/** A page as somebody uses it who has no mouse. */
export function byKeyboard(page: Page) {
  /** Goes on with Tab (or back with Shift+Tab) until the control has the focus, which must not be hidden by anything. */
  const tabTo = async (control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
    await control.waitFor();
    for (let steps = 0; steps < 120; steps++) {
      if (await control.evaluate((element) => element === document.activeElement)) {
        const fault = await control.evaluate(faultOfFocus);
        if (fault !== null) throw new Error(`${String(control)}: ${fault}`);
        return;
      }
      await page.keyboard.press(key);
    }
    throw new Error(`${key} does not reach ${String(control)}`);
  };
  return {
    tabTo,
    /** Presses a key so many times; answers what of the page had the focus meanwhile and could not be seen. */
    async unseen(key: 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowUp', times: number): Promise<string[]> {
      const found = new Set<string>();
      for (let time = 0; time < times; time++) {
        await page.keyboard.press(key);
        const fault = await page.evaluate(whatHidesFocus);
        if (fault !== null) found.add(fault);
      }
      return [...found];
    },
    /** Goes there and presses it. */
    async press(control: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
      await tabTo(control, key);
      await page.keyboard.press('Enter');
    },
    /** Goes there and writes over what stands there. */
    async write(control: Locator, text: string): Promise<void> {
      await tabTo(control);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
  };
}

/** In the page: why a person could not see that this control has the focus; null when it can be seen. */
function faultOfFocus(element: Element): string | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!there || !(element.contains(there) || there.contains(element) || there.closest('label')))
    return `it has the focus, but ${there ? `<${there.tagName.toLowerCase()}> stands before it` : 'is out of sight'}`;
  return element.matches(':focus-visible') ? null : 'nothing shows that it has the focus';
}

/** In the page: which bar that stays above or below lies over what has the focus in its main part; null where none does. */
function whatHidesFocus(): string | null {
  const focused = document.activeElement;
  if (!focused?.closest('main') || focused.matches('main')) return null;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const name = focused.getAttribute('aria-label') ?? focused.id ?? focused.tagName;
  let over = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!over) return `${name} is out of sight`;
  for (; over && !over.contains(focused); over = over.parentElement)
    if (!over.matches('[data-pinned]') && ['fixed', 'sticky'].includes(getComputedStyle(over).position))
      return `${name} is under ${over.className}`;
  return null;
}
