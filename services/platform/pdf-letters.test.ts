import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { lettered } from './pdf-letters.ts';

const require = createRequire(import.meta.url);

test('what is Western stays in the fonts that every reader has', () => {
  expect(lettered('Helvetica', 'Müller & Søn – “fée”, €5')).toEqual({
    font: 'Helvetica',
    text: 'Müller & Søn – “fée”, €5',
  });
  // Written with accents apart.
  expect(lettered('Times-Bold', 'Mu\u0308ller').text).toBe('Müller');
});

test.each(['Łukasz Şahin', 'Ďurďa Đặng', 'Κωνσταντίνος', 'Журавль Їжак Қазақ', '№ 5 ≈ ₺10'])(
  '%s keeps every letter',
  (name) => {
    const { font, text } = lettered('Times-Bold', name);
    expect(text).toBe(name);
    expect(font).toMatch(/Inter_700Bold\.ttf$/);
    expect(lettered('Helvetica', name).font).toMatch(/Inter_400Regular\.ttf$/);
  },
);

test('a letter that no font has loses its accents, or is a question mark', () => {
  expect(lettered('Helvetica', 'Gem 東京, שלום')).toEqual({ font: 'Helvetica', text: 'Gem ??, ????' });
  expect(lettered('Helvetica', 'ﬁne Ωλ\u{1F48E}').text).toBe('fine Ωλ?');
});

test('the embedded fonts have every letter that is written with them', () => {
  type Font = { hasGlyphForCodePoint(codePoint: number): boolean };
  const pdfkit = createRequire(require.resolve('pdfkit'));
  const { create } = pdfkit('fontkit') as { create(bytes: Buffer): Font };
  for (const western of ['Helvetica', 'Helvetica-Bold'] as const) {
    const font = create(readFileSync(lettered(western, 'Ł').font));
    const lacking = Array.from({ length: 0x2700 }, (_, codePoint) => codePoint)
      .filter((codePoint) => codePoint >= 0x20 && (codePoint < 0xd800 || codePoint > 0xdfff))
      .flatMap((codePoint) =>
        [...lettered(western, `Ł${String.fromCodePoint(codePoint)}`).text].map((one) => one.codePointAt(0)!),
      )
      .filter((codePoint) => !font.hasGlyphForCodePoint(codePoint));
    expect([...new Set(lacking)].map((codePoint) => codePoint.toString(16))).toEqual([]);
  }
});
