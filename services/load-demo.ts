import type { Demo } from './module.ts';
import { BadConfiguration } from './platform/config/index.ts';

/** The demo's loader waits this long, in milliseconds, for read models that follow it at its own pace. */
export const DEMO_WAIT_MS = 60_000;

/** What the demo adds; a build without `deploy/local`, as production's is, has none. Throws BadConfiguration there. */
export async function loadDemo(): Promise<Demo> {
  try {
    return await import('#local/demo/index.ts');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new BadConfiguration(['VITRINE_DEMO is on, but this build of Vitrine has no demo: unset it.']);
  }
}
