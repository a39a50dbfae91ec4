/** CSS colours that stand for fancy colours; others are shown as yellow. */
const FANCY_HUES: Readonly<Record<string, string>> = {
  Yellow: '#F2CC3F',
  Pink: '#EFA4BB',
  Blue: '#86AEDD',
  Green: '#9CC79A',
  Orange: '#F0A55A',
  Brown: '#B58862',
  Champagne: '#DEC08F',
  Grey: '#A9AEB3',
  Purple: '#B795CF',
  Red: '#D65A56',
  Violet: '#9A8FD0',
  Black: '#4A4D50',
};

const BEFORE_D = 'C'.charCodeAt(0);
const H = 5;
const LAST_WHITE = 23;

/** White colours are the letters from D, 1, to Z, 23; anything else is drawn like H. */
const whiteOrder = (colour: string | undefined): number =>
  colour !== undefined && /^[D-Z]$/.test(colour) ? colour.charCodeAt(0) - BEFORE_D : H;

/** The tint of a stone: ice for D, clear about H, warmer step by step to Z, and a fancy colour's own hue. */
export function tintOf(stone: { colour?: string | undefined; fancyColour?: string | undefined }): string {
  if (stone.fancyColour !== undefined)
    return `color-mix(in srgb, ${FANCY_HUES[stone.fancyColour] ?? FANCY_HUES['Yellow']} 68%, var(--stone-tint))`;
  const order = whiteOrder(stone.colour);
  const ice = Math.max(0, H - order) * 7;
  const warmth = Math.min(60, Math.max(0, ((order - H) / (LAST_WHITE - H)) * 70));
  return ice > 0
    ? `color-mix(in srgb, #9CCBE6 ${ice}%, var(--stone-tint))`
    : `color-mix(in srgb, #EFC94C ${Math.round(warmth)}%, var(--stone-tint))`;
}
