export { commonCutOf } from './cuts.ts';
export type { Facet, Point3 } from './facet.ts';
export type { Point } from './outlines.ts';
export { facetsOf, outlineOf, type CutStone } from './solid.ts';
