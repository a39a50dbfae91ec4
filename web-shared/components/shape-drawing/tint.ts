import { fancyHueOf, type Coloured } from '#contracts/vocabulary/fancy-hues.ts';

const BEFORE_D = 'C'.charCodeAt(0);
const H = 5;
const LAST_WHITE = 23;

/** White colours are the letters from D, 1, to Z, 23; anything else is drawn like H. */
const whiteOrder = (colour: string | undefined): number =>
  colour !== undefined && /^[D-Z]$/.test(colour) ? colour.charCodeAt(0) - BEFORE_D : H;

/** The tint of a stone: ice for D, clear about H, warmer step by step to Z, and a fancy colour's own hue. */
export function tintOf(stone: Coloured): string {
  const fancy = fancyHueOf(stone);
  if (fancy !== undefined) {
    const { own, overtone, darkness, strength } = fancy;
    const mixed = overtone ? `color-mix(in oklab, ${overtone} 26%, ${own})` : own;
    const hue = darkness ? `color-mix(in oklab, #16130f ${darkness}%, ${mixed})` : mixed;
    return `color-mix(in oklab, ${hue} ${strength}%, var(--stone-tint))`;
  }
  const order = whiteOrder(stone.colour);
  const ice = Math.max(0, H - order) * 7;
  const warmth = Math.min(60, Math.max(0, ((order - H) / (LAST_WHITE - H)) * 70));
  // Yellow over the ice of D would be green: what is warm is mixed with a white of its own.
  return order <= H
    ? `color-mix(in srgb, #9CCBE6 ${ice}%, var(--stone-tint))`
    : `color-mix(in oklab, #E9BE55 ${Math.round(warmth)}%, var(--stone-warm))`;
}
