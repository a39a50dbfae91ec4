import type { AxeBuilder } from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { inTime, NARROW, resize, WIDE } from '#tests/support/windows.ts';
import { settled } from './settled.ts';

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

const ofBuilder = createRequire(import.meta.resolve('@axe-core/playwright'));
/**
 * Half of axe's work is contrast; a list has hundreds of cells that differ in what they say alone, and a page has a
 * few colours, each of which axe would read anew for every element and all that lies behind it.
 */
const AXE = `${readFileSync(ofBuilder.resolve('axe-core/axe.min.js'), 'utf8')};
axe.configure({ rules: [{ id: 'color-contrast', selector: ':not([data-like-another])' }] });
(${readColoursOnce.toString()})(axe.commons.color.Color.prototype);`;

type Colour = { r: number; g: number; b: number; alpha: number; parseString(text: string): Colour };

/** In the page: axe's colours remember what each text was read as. What cannot be read is refused every time. */
function readColoursOnce(colour: Colour): void {
  const { parseString } = colour;
  const known = new Map<string, Pick<Colour, 'r' | 'g' | 'b' | 'alpha'>>();
  colour.parseString = function (this: Colour, text) {
    const read = known.get(text);
    if (read !== undefined) return Object.assign(this, read);
    parseString.call(this, text);
    known.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha });
    return this;
  };
}

/** What axe finds on the page, of whatever impact. */
export async function findings(page: Page): Promise<string[]> {
  return (await lookedAt(page)).map(described);
}

/** What axe finds serious or critical. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const violations = await lookedAt(page);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(described);
}

/** What axe finds on the page in both themes, wide and narrow; it is wide and light afterwards. */
export async function findingsInEveryLook(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const)
    for (const size of [NARROW, WIDE]) {
      await page.emulateMedia({ colorScheme });
      await resize(page, size);
      problems.push(...(await findings(page)).map((found) => `${colorScheme}, ${size.width}: ${found}`));
    }
  return problems;
}

/** A PDF in a frame is the browser's own page. */
async function lookedAt(page: Page): Promise<Violation[]> {
  const look = async (): Promise<Violation[]> => {
    // A colour on its way to another one has any contrast.
    await page.evaluate(settled);
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
    await page.evaluate(markLikeAnother);
    return page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run(context: object, options: object): Promise<{ violations: Violation[] }> };
      };
      const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] });
      for (const marked of document.querySelectorAll('[data-like-another]'))
        marked.removeAttribute('data-like-another');
      return violations;
    });
  };
  return inTime('axe looks', look());
}

/**
 * In the page: marks each text whose contrast is another's: all that style sheets go by (tags, classes, states, inline
 * styles, places among siblings) is the same from the element up to the root, and so are its colours and what lies
 * behind it.
 */
function markLikeAnother(): void {
  const CONTENT = /^(id|for|name|href|src|srcset|alt|title|value|datetime|data-key|data-index)$/;
  const WORDS = /^aria-(label|labelledby|describedby|controls|owns|rowindex|colindex|posinset|setsize)$/;
  const GEOMETRY = /(^|;)\s*(transform|top|left|width|height|min-width|max-width)\s*:[^;]*/g;
  const looks = new Map<Element, string>();
  const lookOf = (element: Element): string => {
    const known = looks.get(element);
    if (known !== undefined) return known;
    const parent = element.parentElement;
    const siblings = parent === null ? [] : [...parent.children];
    const place = siblings.indexOf(element);
    const look = [
      parent === null ? '' : lookOf(parent),
      element.localName,
      ...[...element.attributes]
        .filter(({ name }) => !CONTENT.test(name) && !WORDS.test(name))
        .map(({ name, value }) => `${name}=${name === 'style' ? value.replace(GEOMETRY, '') : value}`),
      // Style sheets single out the first few, every other one and the last.
      String(place < 4 ? place : place % 2),
      place === siblings.length - 1 ? 'last' : '',
      element.matches(':hover') || element.matches(':focus-within') ? 'in use' : '',
    ].join(' ');
    looks.set(element, look);
    return look;
  };
  const seen = new Set<string>();
  for (const element of document.body.querySelectorAll('*')) {
    const text = element.childElementCount === 0 ? element.textContent.trim() : '';
    if (text === '') continue;
    // Axe takes a single character for a sign, not for text.
    const look = `${lookOf(element)} ${text.length === 1 ? 'sign' : 'text'}`;
    if (seen.has(look)) element.setAttribute('data-like-another', '');
    seen.add(look);
  }
}

const described = ({ impact, id, nodes }: Violation): string =>
  `${impact}: ${id} at ${nodes.map(place).join(', ')}`;

/** Where, and for a contrast which colours, as axe read them. */
function place({ target, any }: Violation['nodes'][number]): string {
  const { fgColor, bgColor } = (any[0]?.data ?? {}) as { fgColor?: string; bgColor?: string };
  return `${target.join(' ')}${fgColor === undefined ? '' : ` (${fgColor} on ${bgColor})`}`;
}
