import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asFileName } from '#services/platform/http/index.ts';
import { attachment } from '#services/platform/http/file-names.ts';
import { checkedFileName } from './file-names.ts';

describe('The content-disposition of a download (RFC 6266)', () => {
  test.each([
    ['Bill.pdf', 'attachment; filename="Bill.pdf"'],
    ['Alder & Sons, April.pdf', 'attachment; filename="Alder & Sons, April.pdf"'],
    ['Façade €.pdf', `attachment; filename="Facade _.pdf"; filename*=UTF-8''Fa%C3%A7ade%20%E2%82%AC.pdf`],
    ['a"b\\c.pdf', `attachment; filename="a_b_c.pdf"; filename*=UTF-8''a%22b%5Cc.pdf`],
    [
      "l'été (1)*.pdf",
      `attachment; filename="l'ete (1)*.pdf"; filename*=UTF-8''l%27%C3%A9t%C3%A9%20%281%29%2A.pdf`,
    ],
    ['50%.pdf', `attachment; filename="50_.pdf"; filename*=UTF-8''50%25.pdf`],
  ])('%s', (name, header) => {
    expect(attachment(name)).toBe(header);
  });

  test('whatever the name, it is one header whose name reads back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
        const header = attachment(name);
        expect(header).toMatch(
          /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"(; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]*)?$/,
        );
        const encoded = /filename\*=UTF-8''(.*)$/.exec(header)?.[1];
        if (encoded !== undefined) expect(decodeURIComponent(encoded)).toBe(name.replace(/\p{Cs}/gu, '_'));
        else expect(header).toBe(`attachment; filename="${name}"`);
      }),
    );
  });
});

describe('A file’s name', () => {
  test('is trimmed and composed', () => {
    expect(checkedFileName('  Façade.PDF ')).toBe('Façade.PDF');
  });

  test('made of any text is one that is accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const name = `Vitrine 2026-04 ${asFileName(text)}.pdf`;
        expect(checkedFileName(name)).toBe(name.normalize('NFC').trim());
      }),
    );
  });
});
