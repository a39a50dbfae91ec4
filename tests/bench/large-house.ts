import { LINES } from '#contracts/vocabulary/lines.ts';
import type { BenchEnvironment } from './bench-row.ts';
import { fillForCrowd } from './crowd.ts';
import { withApplication } from './started-application.ts';

/** Available stones of each line. */
export const STONES = Math.floor(Number(process.env['STONES'] ?? 50_000) / LINES.length);
/** Each of a customer of its own. */
export const PEOPLE = Number(process.env['PEOPLE'] ?? 50);

/** What several benches begin with: filled once in a run, as it takes half a minute, and cloned for each. */
export async function fillLargeHouse(environment: BenchEnvironment): Promise<void> {
  await withApplication(environment, (world) => fillForCrowd(world, PEOPLE, STONES));
}
