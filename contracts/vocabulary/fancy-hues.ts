/** CSS colours that stand for fancy colours in drawings; others are shown as yellow. */
export const FANCY_HUES: Readonly<Record<string, string>> = {
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
export const HUE_STRENGTHS: Readonly<Record<string, number>> = {
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
export const USUAL_STRENGTH = 66;

/** Deep and dark colours are mixed with black; percent. */
export const HUE_DARKNESS: Readonly<Record<string, number>> = { 'Fancy Deep': 18, 'Fancy Dark': 34 };

/** The hue that an overtone adds. */
export const OVERTONE_HUES: Readonly<Record<string, string>> = {
  Yellowish: 'Yellow',
  Pinkish: 'Pink',
  Bluish: 'Blue',
  Greenish: 'Green',
  Orangey: 'Orange',
  Brownish: 'Brown',
  Greyish: 'Grey',
  Purplish: 'Purple',
};
