/** What of a stone its colour, and so every drawing of it, follows. */
export type Coloured = {
  colour?: string | undefined;
  fancyColour?: string | undefined;
  fancyIntensity?: string | undefined;
  fancyOvertone?: string | undefined;
};

/** CSS colours that stand for fancy colours in drawings; others are shown as yellow. */
const FANCY_HUES: Readonly<Record<string, string>> = {
  Yellow: '#F3C623',
  Pink: '#EE8FAE',
  Blue: '#6F9EDB',
  Green: '#83BE84',
  Orange: '#F0943A',
  Brown: '#A97143',
  Champagne: '#DDB878',
  Grey: '#9EA4AA',
  Purple: '#A97BC8',
  Red: '#D0423F',
  Violet: '#8376CB',
  Black: '#3C3F42',
};

/** How much of its hue each intensity shows, in percent; and of one that is not known. */
const HUE_STRENGTHS: Readonly<Record<string, number>> = {
  Faint: 24,
  'Very Light': 32,
  Light: 42,
  'Fancy Light': 52,
  Fancy: 64,
  'Fancy Intense': 78,
  'Fancy Deep': 86,
  'Fancy Dark': 84,
  'Fancy Vivid': 92,
};
const USUAL_STRENGTH = 66;

/** Deep and dark colours are mixed with black; percent. */
const HUE_DARKNESS: Readonly<Record<string, number>> = { 'Fancy Deep': 18, 'Fancy Dark': 34 };

/** The hue that an overtone adds. */
const OVERTONE_HUES: Readonly<Record<string, string>> = {
  Yellowish: 'Yellow',
  Pinkish: 'Pink',
  Bluish: 'Blue',
  Greenish: 'Green',
  Orangey: 'Orange',
  Brownish: 'Brown',
  Greyish: 'Grey',
  Purplish: 'Purple',
};

/** What a fancy colour is drawn with: a hue, the hue of its overtone, how much black is in them, and how much of all that shows, both in percent. */
type FancyHue = { own: string; overtone: string | undefined; darkness: number; strength: number };

/** How a stone's fancy colour is drawn; undefined for white stones. */
export function fancyHueOf({
  fancyColour,
  fancyIntensity = '',
  fancyOvertone = '',
}: Coloured): FancyHue | undefined {
  if (fancyColour === undefined) return undefined;
  return {
    own: FANCY_HUES[fancyColour] ?? FANCY_HUES['Yellow']!,
    overtone: FANCY_HUES[OVERTONE_HUES[fancyOvertone] ?? ''],
    darkness: HUE_DARKNESS[fancyIntensity] ?? 0,
    strength: HUE_STRENGTHS[fancyIntensity] ?? USUAL_STRENGTH,
  };
}
