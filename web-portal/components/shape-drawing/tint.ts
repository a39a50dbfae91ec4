/** CSS colours that stand for fancy colours; others are shown as yellow. */
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

/** How much of its hue each intensity shows. */
const STRENGTHS: Readonly<Record<string, number>> = {
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
/** Deep and dark colours are mixed with black. */
const DARKNESS: Readonly<Record<string, number>> = { 'Fancy Deep': 18, 'Fancy Dark': 34 };

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

const BEFORE_D = 'C'.charCodeAt(0);
const H = 5;
const LAST_WHITE = 23;

/** White colours are the letters from D, 1, to Z, 23; anything else is drawn like H. */
const whiteOrder = (colour: string | undefined): number =>
  colour !== undefined && /^[D-Z]$/.test(colour) ? colour.charCodeAt(0) - BEFORE_D : H;

/** What of a stone its tint follows. */
export type Tinted = {
  colour?: string | undefined;
  fancyColour?: string | undefined;
  fancyIntensity?: string | undefined;
  fancyOvertone?: string | undefined;
};

/** The tint of a stone: ice for D, clear about H, warmer step by step to Z, and a fancy colour's own hue. */
export function tintOf({ colour, fancyColour, fancyIntensity = '', fancyOvertone = '' }: Tinted): string {
  if (fancyColour !== undefined) {
    const overtone = FANCY_HUES[OVERTONE_HUES[fancyOvertone] ?? ''];
    const own = FANCY_HUES[fancyColour] ?? FANCY_HUES['Yellow']!;
    const mixed = overtone ? `color-mix(in oklab, ${overtone} 26%, ${own})` : own;
    const dark = DARKNESS[fancyIntensity];
    const hue = dark ? `color-mix(in oklab, #16130f ${dark}%, ${mixed})` : mixed;
    return `color-mix(in oklab, ${hue} ${STRENGTHS[fancyIntensity] ?? USUAL_STRENGTH}%, var(--stone-tint))`;
  }
  const order = whiteOrder(colour);
  const ice = Math.max(0, H - order) * 7;
  const warmth = Math.min(60, Math.max(0, ((order - H) / (LAST_WHITE - H)) * 70));
  return ice > 0
    ? `color-mix(in srgb, #9CCBE6 ${ice}%, var(--stone-tint))`
    : `color-mix(in srgb, #EFC94C ${Math.round(warmth)}%, var(--stone-tint))`;
}
