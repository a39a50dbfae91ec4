import { createRequire } from 'node:module';

/** Fonts that every reader has. They have Western letters only. */
export type WesternFont = 'Times-Roman' | 'Times-Bold' | 'Helvetica' | 'Helvetica-Bold';

const require = createRequire(import.meta.url);
const REGULAR = require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf');
const BOLD = require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf');
/** What replaces a Western font for other letters: Inter (SIL Open Font License), embedded in the document. */
const IN_ITS_PLACE: Readonly<Record<WesternFont, string>> = {
  'Times-Roman': REGULAR,
  'Times-Bold': BOLD,
  Helvetica: REGULAR,
  'Helvetica-Bold': BOLD,
};

const WESTERN = /^[\x20-\x7e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]$/;
/** Latin with all its accents, Greek and Cyrillic: the letters of Inter. */
const EUROPEAN =
  /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u0148\u014a-\u01c3\u01c5-\u0254\u0374-\u0376\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03d7\u0400-\u0479\u0480-\u0482\u048a-\u049d\u04a0-\u04ff\u1e00-\u1e9b\u1e9e-\u1eff\u2010-\u2027\u2030-\u2055\u20a0-\u20af\u20b1-\u20b5\u20b8-\u20ba\u20bc-\u20bf\u2116\u2122\u2190-\u2193\u2212\u2248\u2260\u2264\u2265]$/;

/**
 * A text with a font that has its letters: the Western one if it can, so that Western texts stay the same to the byte;
 * else Inter for the whole text. A letter that neither has loses its accents, or becomes '?'.
 */
export function lettered(font: WesternFont, text: string): { font: string; text: string } {
  const characters = [...text.normalize('NFC')];
  if (characters.every((character) => WESTERN.test(character))) return { font, text: characters.join('') };
  const known = characters.map((character) => fallback(character, EUROPEAN)).join('');
  // Without its accents it may be Western after all.
  return [...known].every((character) => WESTERN.test(character))
    ? { font, text: known }
    : { font: IN_ITS_PLACE[font], text: known };
}

function fallback(character: string, known: RegExp): string {
  if (known.test(character)) return character;
  const base = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return base !== '' && [...base].every((part) => known.test(part)) ? base : '?';
}
