import { caratsInWords } from './carats.ts';
import type { ShapeName } from './shapes.ts';

type Coloured = {
  colour?: string | undefined;
  colourText?: string | undefined;
  fancyColour?: string | undefined;
  fancyIntensity?: string | undefined;
  fancyOvertone?: string | undefined;
};
type Described = Coloured & {
  /** Thousandths of a carat. */
  weight: number;
  shapeCode?: string | undefined;
  cut?: string | undefined;
  clarity?: string | undefined;
};

/** The colour in words: a fancy colour's own text, else its intensity, overtone and colour; else the grade. */
export function colourInWords(stone: Coloured): string | undefined {
  const { colour, colourText, fancyColour } = stone;
  const isWhite = fancyColour === undefined && colour !== undefined && colour !== 'FANCY';
  if (isWhite) return colour;
  const words = fancyInWords(stone);
  return colourText ?? (words === '' ? undefined : words);
}

/** A fancy colour's intensity, overtone and colour, as far as they are known: 'Fancy Vivid Orangy Yellow'. */
export function fancyInWords({ fancyIntensity, fancyOvertone, fancyColour }: Coloured): string {
  const overtone = fancyOvertone === 'None' ? undefined : fancyOvertone;
  return [fancyIntensity, overtone, fancyColour].filter(Boolean).join(' ');
}

type Certified = { lab?: string | null | undefined; certNo?: string | null | undefined };

/** 'GIA 2467110893': the lab and the number of a stone's certificate; empty where it has none. */
export const certificateInWords = ({ lab, certNo }: Certified): string =>
  [lab, certNo].filter(Boolean).join(' ');

/** A stone in words: '1.51 ct Round F VS1'. */
export const stoneInWords = (stone: Described, shapeName: ShapeName): string =>
  [
    caratsInWords(stone.weight),
    stone.shapeCode && shapeName(stone.shapeCode, stone.cut),
    colourInWords(stone),
    stone.clarity,
  ]
    .filter(Boolean)
    .join(' ');
