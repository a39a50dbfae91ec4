import type { ProcessLog } from '#services/platform/process-log.ts';
import { ensureDemoAssetPages } from './demo-asset-pages.ts';
import { ensureDemoFeed, type FeedDeps } from './demo-feed.ts';
import { demoProgress } from './demo-progress.ts';
import { loadDemo, type DemoDeps } from './load.ts';
import { fillReassortment, type FillReassortment } from './reassortment/fill-reassortment.ts';

type FillDeps = Omit<DemoDeps, 'onProgress'> &
  FeedDeps &
  FillReassortment & {
    log: Pick<ProcessLog, 'info'>;
  };

/**
 * Loads the demo data, makes its asset pages and its reassortment and has a vendor's file wait, as far as they are not
 * there yet, and waits for the read models.
 */
export async function fillDemo({ log, ...deps }: FillDeps): Promise<void> {
  await loadDemo({ ...deps, onProgress: demoProgress(log.info) });
  await deps.readModelsCaughtUp();
  await ensureDemoAssetPages(deps.db);
  await ensureDemoFeed(deps);
  await fillReassortment(deps);
}
