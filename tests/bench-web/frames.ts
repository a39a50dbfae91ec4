import type { CDPSession, Page } from 'playwright-core';

/**
 * How long the page takes from an event to the frame that shows it, in milliseconds: the median, the best and the worst
 * of several. `act` runs in the page and dispatches the event, a different one for each round; the frame counts as shown
 * when a task after its animation callback runs.
 */
export async function toNextFrame(
  page: Page,
  act: string,
  rounds = 5,
): Promise<{ median: number; best: number; worst: number }> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.waitForTimeout(250); // what the last one left to idle time is over
    times.push(
      await page.evaluate<number>(
        `new Promise((resolve, reject) => {
           const act = ${act};
           requestAnimationFrame(() => setTimeout(() => {
             const begun = performance.now();
             try { act(${round}); } catch (error) { reject(error); return; }
             requestAnimationFrame(() => {
               const channel = new MessageChannel();
               channel.port1.onmessage = () => resolve(performance.now() - begun);
               channel.port2.postMessage(null);
             });
           }, 0));
         })`,
      ),
    );
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)]!, best: sorted[0]!, worst: sorted.at(-1)! };
}

/** Slows the page's processor down by a factor; 1 is full speed. */
export const throttle = (session: CDPSession, rate: number): Promise<unknown> =>
  session.send('Emulation.setCPUThrottlingRate', { rate });

/** Megabytes that the page's scripts hold, once unused memory is freed. */
export async function heapMegabytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}

/** Largest contentful paint in milliseconds and cumulative layout shift, until now. */
export const paints = (page: Page): Promise<{ lcp: number; cls: number }> =>
  page.evaluate(
    `new Promise((resolve) => {
       let lcp = 0, cls = 0;
       new PerformanceObserver((list) => { for (const entry of list.getEntries()) lcp = entry.startTime; })
         .observe({ type: 'largest-contentful-paint', buffered: true });
       new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) cls += entry.value; })
         .observe({ type: 'layout-shift', buffered: true });
       setTimeout(() => resolve({ lcp, cls }), 300);
     })`,
  );
