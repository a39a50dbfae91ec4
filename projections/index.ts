import type { AnyProjection } from './engine/index.ts';

/** Every read model, in the order of the status page. */
export const projections: readonly AnyProjection[] = [];
