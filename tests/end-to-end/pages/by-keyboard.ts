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
