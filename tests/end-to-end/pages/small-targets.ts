/**
 * In the page: controls that a finger does not hit, smaller than 24 pixels to any side (WCAG 2.5.8), each in words. A
 * box in its label is as large as the label; a link in a sentence is as high as the line.
 */
export function smallTargets(): string[] {
  const LEAST = 24;
  const CONTROLS = 'button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]';
  const front = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document;
  return [...front.querySelectorAll(CONTROLS)].flatMap((element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    if (element.closest('[aria-hidden=true], [inert], .visually-hidden')) return [];
    const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
    if (width >= LEAST - 0.5 && height >= LEAST - 0.5) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return [`${element.localName} “${name}” is ${Math.round(width)} × ${Math.round(height)}`];
  });
}
