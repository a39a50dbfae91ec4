import type { Page } from 'playwright-core';

/** How much of the page moved, as browsers score it. */
export type Shifts = {
  /** By itself: not within half a second of an input. */
  unasked: number;
  /** All that moved, but rows. */
  all: number;
  /** Rows that stand elsewhere since others pass the filters. */
  rows: number;
  /** What moved, from where to where. */
  moved: string[];
};

/** In the page: adds up what moves from its beginning on. */
const WATCH = `
  const seen = { unasked: 0, all: 0, rows: 0, moved: [] };
  window.layoutShifts = seen;
  const written = (box) => [box.x, box.y, box.width, box.height].map(Math.round).join(',');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (sources.some(({ node }) => node && node.localName === 'tr')) {
        seen.rows += value;
        continue;
      }
      seen.all += value;
      if (!hadRecentInput) seen.unasked += value;
      for (const { node, previousRect, currentRect } of sources)
        seen.moved.push(value.toFixed(4) + ' ' + (node ? node.nodeName + ' ' + node.textContent.slice(0, 30) : '?') +
          ' ' + written(previousRect) + ' → ' + written(currentRect));
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Watches the pages that a window opens from now on. Answers how to ask what has moved in the one that is open. */
export async function watchShifts(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(WATCH);
  return async () => {
    await page.waitForTimeout(200); // an entry comes with the frame after the one that moved
    return page.evaluate<Shifts>('window.layoutShifts');
  };
}
