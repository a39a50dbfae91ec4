import type { StoneAttributes } from '#contracts/events/index.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { shapeName } from '#contracts/vocabulary/grades.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';

type WireAttributes = Omit<StoneAttributes, 'weight'> & Pick<Stone, 'weight' | 'shapeName' | 'labGrown' | 'fancyColoured' | 'virtual'>;

/** What a stone is, as the wire shows it: carats as numbers, the shape in words (rules, section 13). No price, no state. */
export function wireAttributes(line: Line, attributes: StoneAttributes): WireAttributes {
  // Object.assign and not spread: this runs for every stone of a rebuild, and copying many keys by spread costs four times as much.
  return Object.assign({}, attributes, {
    weight: attributes.weight / 1000,
    ...(attributes.shapeCode === undefined ? {} : { shapeName: shapeName(attributes.shapeCode, attributes.cut) }),
    labGrown: line === 'labGrown',
    fancyColoured: line === 'fancyColour',
    virtual: false as const,
  });
}

/** The same as the inside of a JSON object, so that a list of 50,000 stones is put together without parsing one. */
export function wireFragment(line: Line, attributes: StoneAttributes): string {
  return JSON.stringify(wireAttributes(line, attributes)).slice(1, -1);
}
