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

/** Windows in pixels: a desk's, and the narrowest that is served. */
export const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 360, height: 780 } } as const;
export const SCHEMES = ['light', 'dark'] as const;
