import { DETAIL_SCREENS } from './detail-screens.ts';
import { LIST_SCREENS } from './list-screens.ts';
import { OFFICE_SCREENS } from './office-screens.ts';
import { PUBLIC_SCREENS } from './public-screens.ts';
import type { Screen } from './screen.ts';
import { SHELL_SCREENS } from './shell-screens.ts';

/** Every screen of the product, as pictures are taken of it and as the browser tests look at it. */
export const SCREENS: readonly Screen[] = [
  ...PUBLIC_SCREENS,
  ...SHELL_SCREENS,
  ...LIST_SCREENS,
  ...DETAIL_SCREENS,
  ...OFFICE_SCREENS,
];

/** Windows in pixels: a desk's, the narrowest that is served, a tablet's and a large screen's. */
export const SIZES = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 360, height: 780 },
  tablet: { width: 820, height: 1180 },
  large: { width: 2560, height: 1440 },
} as const;
export type Size = keyof typeof SIZES;
/** Where the menu stands behind a button, and screens open as they do on a phone. */
export const isFolded = (size: Size): boolean => size === 'narrow' || size === 'tablet';
/** Whether a screen comes in a window of this size. */
export const comesAt = ({ only }: Screen, size: Size): boolean =>
  only === undefined || isFolded(size) === (only === 'narrow');
export const SCHEMES = ['light', 'dark'] as const;
