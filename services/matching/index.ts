export { comparableOf } from './comparable-stone.ts';
export { searchFor } from './desire-price.ts';
export { GRADED, HALF_POINTS, noGrade, placeOf } from './comparable-stone.ts';
