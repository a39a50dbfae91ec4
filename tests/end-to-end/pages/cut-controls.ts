/**
 * In the page: controls that cannot be seen or read whole, each in words. A control is cut when it reaches out of the
 * window or of a box that hides what overflows it, or when its own words do not fit; what scrolls can be brought in
 * sight, and what is for screen readers alone is not looked at.
 */
export function cutControls(): string[] {
  const SLACK = 1.5;
  const CONTROLS =
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]';
  // A dialog that scrolls sideways does not fit.
  const scrolls = (box: Element): boolean =>
    /auto|scroll/.test(getComputedStyle(box).overflowX) && !box.matches('[role=dialog]');

  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    if (width < 4 || height < 4) return false;
    if (element.closest('[aria-hidden=true], [inert], .visually-hidden')) return false;
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };

  /** What hides a part of it to the side; null when all of it can be seen. */
  const cutBy = (element: Element): string | null => {
    const { left, right } = element.getBoundingClientRect();
    for (let box = element.parentElement; box; box = box.parentElement) {
      if (scrolls(box)) return null;
      const frame = box.getBoundingClientRect();
      const hides = getComputedStyle(box).overflowX !== 'visible';
      if (hides && (left < frame.left - SLACK || right > frame.right + SLACK)) return described(box);
    }
    const { clientWidth } = document.documentElement;
    return left < -SLACK || right > clientWidth + SLACK ? 'the window' : null;
  };

  /** Words may end in an ellipsis on purpose; a button's and a select's may not. */
  const isTooSmall = (element: Element): boolean =>
    element.matches('button, select, [role=button], [role=tab]') &&
    !scrolls(element) &&
    element.clientWidth > 0 &&
    element.scrollWidth > element.clientWidth + SLACK &&
    getComputedStyle(element).textOverflow !== 'ellipsis';

  const described = (element: Element): string => {
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
    return `${element.tagName.toLowerCase()} “${name}”`;
  };

  // Over a dialog's backdrop nothing else is to be read.
  const front =
    [...document.querySelectorAll('dialog[open], [role=dialog]')].filter(isSeen).at(-1) ?? document;
  return [...front.querySelectorAll(CONTROLS)].filter(isSeen).flatMap((element) => {
    const cut = cutBy(element);
    if (cut !== null) return [`${described(element)} is cut by ${cut}`];
    return isTooSmall(element) ? [`the words of ${described(element)} do not fit`] : [];
  });
}
