import { GRADED_VALUES, LABS } from '../vocabulary/grades.ts';
import { SHAPES } from '../vocabulary/shapes.ts';
import type { BinAttribute } from './bin-spec.ts';

export type ListedAttribute = Exclude<BinAttribute, 'weight'>;

/** The values of each attribute that has a list, shapes by code, in the list's order (product: Attribute lists). */
export const LIST_VALUES: Readonly<Record<ListedAttribute, readonly string[]>> = {
  shape: SHAPES.map(({ shapeCode }) => shapeCode),
  ...GRADED_VALUES,
  lab: LABS,
};

/** Whether an attribute or property has a list. */
export const hasList = (property: string): property is ListedAttribute =>
  Object.hasOwn(LIST_VALUES, property);
