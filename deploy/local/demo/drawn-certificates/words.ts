import type { AttributeLists } from '#contracts/api/attributes.ts';
import type { Stone } from '#contracts/api/stones.ts';

const GRADES: Readonly<Record<string, string>> = {
  ID: 'Ideal',
  EX: 'Excellent',
  VG: 'Very Good',
  G: 'Good',
  F: 'Fair',
  P: 'Poor',
};

/** A grade of cut, polish or symmetry in words; BL is a style, and stands in the shape's name. */
export const gradeWords = (grade: string | undefined): string | undefined =>
  grade === undefined ? undefined : GRADES[grade];

/** What the house calls a fluorescence. */
export const fluorescenceWords = (
  fluorescence: string | undefined,
  { fluorescences }: Pick<AttributeLists, 'fluorescences'>,
): string | undefined => fluorescences.find((row) => row.fluorescence === fluorescence)?.description;

/** The colour grade: in words for a fancy colour. */
export const colourWords = ({ colourText, fancyColour, colour, fancyColoured }: Stone): string | undefined =>
  fancyColoured ? (colourText ?? fancyColour) : colour;

export const measurementWords = ({ length, width, height }: Stone): string | undefined =>
  length === undefined || width === undefined || height === undefined
    ? undefined
    : `${[length, width, height].map((side) => side.toFixed(2)).join(' \u00d7 ')} mm`;

/** What kind of stone it is: a laboratory-grown one says so. */
export const originWords = ({ labGrown }: Stone): string =>
  labGrown ? 'Laboratory-grown diamond' : 'Natural diamond';

export const millimetres = (value: number): string => `${value.toFixed(2)} mm`;
export const percent = (value: number): string => `${Number(value.toFixed(1))}%`;
export const degrees = (value: number): string => `${value.toFixed(1)}\u00b0`;
