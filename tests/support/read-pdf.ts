import { inflateSync } from 'node:zlib';

const STREAM = /stream\n([\s\S]*?)\nendstream/g;
const SHOWN = /\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/g;

/** The texts that a PDF of pdfkit in Western fonts shows, a line each, and its count of pages. */
export function readPdf(pdf: Buffer): { text: string; pages: number } {
  const written = pdf.toString('latin1');
  const contents = [...written.matchAll(STREAM)].map(([, stream]) =>
    inflateSync(Buffer.from(stream ?? '', 'latin1')).toString('latin1'),
  );
  const lines = contents.flatMap((content) =>
    [...content.matchAll(SHOWN)].map(([, parts = '']) =>
      [...parts.matchAll(/<([0-9a-f]*)>/g)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    ),
  );
  return { text: lines.join('\n'), pages: written.match(/\/Type \/Page\n/g)?.length ?? 0 };
}

/** `text` in the fonts' own letters: a dash and an apostrophe have others than Unicode gives them. */
export const asShown = (text: string): string =>
  text.replaceAll('\u2014', '\x97').replaceAll('\u2019', '\x92');
