import type { Stone } from '#contracts/api/stones.ts';

/** The grades that a heading does not name: 'EX EX VG · Flu N'. */
export const finishOf = ({ cut, polish, symmetry, fluorescence }: Stone): string =>
  [[cut, polish, symmetry].filter(Boolean).join(' '), fluorescence === undefined ? '' : `Flu ${fluorescence}`]
    .filter(Boolean)
    .join(' · ');
