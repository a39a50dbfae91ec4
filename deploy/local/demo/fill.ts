import { ensureDemoAssetPages } from './demo-asset-pages.ts';
import { demoProgress } from './demo-progress.ts';
import { loadDemo, type DemoDeps } from './load.ts';

type FillDeps = Omit<DemoDeps, 'onProgress'> & {
  log: { info(message: string): void; warn(message: string): void };
};

/** Loads the demo data and makes its asset pages, as far as they are not there yet, and waits for the read models. */
export async function fillDemo({ log, ...deps }: FillDeps): Promise<void> {
  const outcome = await loadDemo({ ...deps, onProgress: demoProgress(log.info) });
  if (outcome === 'not-empty') log.warn('The log is not empty: the demo data were not loaded.');
  await deps.readModelsCaughtUp();
  await ensureDemoAssetPages(deps.db);
}
