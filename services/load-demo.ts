import type { Context, Demo } from './module.ts';
import { BadConfiguration } from './platform/config/index.ts';
import { hasCode } from './platform/has-code.ts';

/** How long the demo's loader waits, in milliseconds, for read models that follow it at their own pace. */
export const DEMO_WAIT_MS = 60_000;

/** Loads the demo. A build without `deploy/local`, such as production's, has none. Throws BadConfiguration there. */
export async function loadDemo(): Promise<Demo> {
  try {
    return await import('#local/demo/index.ts');
  } catch (error) {
    if (!hasCode(error, 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new BadConfiguration(['VITRINE_DEMO is on, but this build of Vitrine has no demo: unset it.']);
  }
}

/** Throws BadConfiguration where the stores are a house's own: there nothing of the demo may happen. */
export async function requireDemosHouse(demo: Demo, stores: Pick<Context, 'db' | 'events'>): Promise<void> {
  if (await demo.isDemosHouse(stores)) return;
  throw new BadConfiguration([
    'VITRINE_DEMO is on, but these stores hold what the demo did not begin: set VITRINE_DEMO=false, or start on empty ones.',
  ]);
}
