import type { AnyProjection } from './engine/index.ts';
import { parcelsProjection } from './parcels/index.ts';

/** Every read model, in the order of the status page. `zone` is the house's time zone. */
export function createProjections(zone: string): readonly AnyProjection[] {
  return [parcelsProjection(zone)];
}
