import { ensureDemoAssetPages } from './demo-asset-pages.ts';
import { ensureDemoFeed, type FeedDeps } from './demo-feed.ts';
import { demoProgress } from './demo-progress.ts';
import { loadDemo, type DemoDeps } from './load.ts';
import { fillReassortment, type FillReassortment } from './reassortment/fill-reassortment.ts';

type FillDeps = Omit<DemoDeps, 'onProgress'> &
  FeedDeps &
  FillReassortment & {
    log: { info(message: string): void; warn(message: string): void };
  };

/**
 * Loads the demo data, makes its asset pages and its reassortment and has a vendor's file wait, as far as they are not
 * there yet, and waits for the read models.
 */
export async function fillDemo({ log, ...deps }: FillDeps): Promise<void> {
  const outcome = await loadDemo({ ...deps, onProgress: demoProgress(log.info) });
  if (outcome === 'not-empty') log.warn('The log is not empty: the demo data were not loaded.');
  await deps.readModelsCaughtUp();
  await ensureDemoAssetPages(deps.db);
  if (outcome === 'not-empty') return;
  await ensureDemoFeed(deps);
  await fillReassortment(deps);
}
