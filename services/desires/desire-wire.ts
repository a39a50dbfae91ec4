import type { Desire as WireDesire, WantedInput } from '#contracts/api/desires.ts';
import type { Wanted } from '#contracts/events/index.ts';
import type { Desire } from '#contracts/lifecycle/index.ts';
import { inCarats, thousandthsOf } from '#contracts/vocabulary/carats.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { GRADED_VALUES } from '#contracts/vocabulary/grades.ts';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';

/** Any stone. */
const ANYTHING: Wanted = {
  weight: {},
  shape: [],
  colour: [],
  clarity: [],
  fluorescence: [],
  cut: [],
  polish: [],
  symmetry: [],
};

const SHAPE_ORDER = SHAPES.map((row) => row.shapeCode);

/**
 * What a call asks for, based on what was asked for before: a field left out stays, null asks for any. Carats become
 * thousandths. Values appear once, in the attribute's order, so that equal requests are equal texts.
 */
export function wantedFrom(input: WantedInput, before: Wanted = ANYTHING): Wanted {
  const values = (given: readonly string[] | null | undefined, known: string[], order: readonly string[]) =>
    given === undefined ? known : order.filter((value) => given?.includes(value));
  const { weight } = input;
  return {
    weight: weight === undefined ? before.weight : bounds(weight?.minimum, weight?.maximum),
    shape: values(input.shape, before.shape, SHAPE_ORDER),
    colour: values(input.colour, before.colour, GRADED_VALUES.colour),
    clarity: values(input.clarity, before.clarity, GRADED_VALUES.clarity),
    fluorescence: values(input.fluorescence, before.fluorescence, GRADED_VALUES.fluorescence),
    cut: values(input.cut, before.cut, GRADED_VALUES.cut),
    polish: values(input.polish, before.polish, GRADED_VALUES.polish),
    symmetry: values(input.symmetry, before.symmetry, GRADED_VALUES.symmetry),
  };
}

function bounds(minimum: number | null | undefined, maximum: number | null | undefined): Wanted['weight'] {
  return {
    ...(minimum ? { minimum: thousandthsOf(minimum) } : {}),
    ...(maximum ? { maximum: thousandthsOf(maximum) } : {}),
  };
}

/** A desire on the wire: carats, and the house day of its last action. */
export function desireWire(desireId: string, desire: Desire, zone: string): WireDesire {
  const { status, spec: wanted, remarks, fulfilledBy, cartedAt, requestedAt, endedAt } = desire;
  const { minimum, maximum } = wanted.weight;
  return {
    desireId,
    status,
    quantity: 1,
    ...wanted,
    weight: {
      ...(minimum === undefined ? {} : { minimum: inCarats(minimum) }),
      ...(maximum === undefined ? {} : { maximum: inCarats(maximum) }),
    },
    ...(remarks === undefined ? {} : { remarks }),
    ...(fulfilledBy === undefined ? {} : { fulfilledBy }),
    lastAction: houseDayOf(endedAt ?? requestedAt ?? cartedAt, zone),
  };
}
