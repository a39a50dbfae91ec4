import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  certificateKey,
  certificateNumber,
  certificateOffered,
  fmCertificateId,
  reportCheckUrl,
} from './certificates.ts';

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
const separator = fc.constantFrom('-', ' ', '/', ' / ', ', ', '_');

describe('A certificate number of FM (product: Certificates)', () => {
  it('gives the same id alone, with the long number before it, and with it after', () => {
    fc.assert(
      fc.property(digits(6, 9), digits(11, 12), separator, (id, long, between) => {
        const written = [id, `${long}${between}${id}`, `${id}${between}${long}`, ` ${id} `];
        expect(written.map(fmCertificateId)).toEqual([id, id, id, id]);
      }),
    );
  });

  it('needs exactly that many digits', () => {
    const otherShort = fc.oneof(digits(0, 5), digits(10, 16));
    const otherLong = fc.oneof(digits(0, 10), digits(13, 16));
    fc.assert(
      fc.property(
        digits(6, 9),
        otherShort,
        digits(11, 12),
        otherLong,
        separator,
        (id, short, long, notLong, between) => {
          const wrong = [
            short,
            `${long}${between}${short}`,
            `${short}${between}${long}`,
            `${id}${long}`,
            `${long}${between}${long}`,
          ];
          if (notLong !== '') wrong.push(`${notLong}${between}${id}`);
          expect(wrong.map(fmCertificateId)).toEqual(wrong.map(() => null));
        },
      ),
    );
  });

  it.each([
    '',
    'FM1234567',
    '1234567a',
    '1234567-12345678901-1234567',
    '12345678901',
    '123456,7',
    '１２３４５６７',
  ])('%o is not a certificate number', (text) => expect(fmCertificateId(text)).toBeNull());
});

describe('What is offered (product: Certificates)', () => {
  it('GIA and GIA-LG with a number, no other lab but FM', () => {
    expect(
      ['GIA', 'GIA-LG', 'IGI', 'AGS', undefined].map((lab) =>
        certificateOffered({ lab, certNo: '2141234567' }),
      ),
    ).toEqual([true, true, false, false, false]);
    expect(certificateOffered({ lab: 'GIA' })).toBe(false);
  });

  it('FM when the short number has under 10 characters', () => {
    expect(
      ['123456789', '1234567890', undefined].map((shortCertNo) =>
        certificateOffered({ lab: 'FM', certNo: '1', shortCertNo }),
      ),
    ).toEqual([true, false, false]);
  });

  it('by the short number, otherwise the number', () => {
    expect(certificateNumber({ certNo: '12345678901-1234567', shortCertNo: '1234567' })).toBe('1234567');
    expect(certificateNumber({ certNo: '2141234567' })).toBe('2141234567');
  });
});

describe("The lab's report check", () => {
  it('is for GIA labs, by number', () => {
    expect(reportCheckUrl({ lab: 'GIA', certNo: '2141 23&4' })).toBe(
      'https://www.gia.edu/report-check?reportno=2141%2023%264',
    );
    expect(reportCheckUrl({ lab: 'GIA-LG', certNo: '7' })).toMatch(/=7$/);
    expect(reportCheckUrl({ lab: 'FM', certNo: '7' })).toBeUndefined();
  });
});

it("is compared without case, and by FM's id where it may be of FM (rule: Rows left out)", () => {
  const keys = (certNo: string, ...labs: (string | undefined)[]) =>
    labs.map((lab) => certificateKey({ lab, certNo }));
  expect(keys('lg612', 'IGI', undefined)).toEqual(['LG612', 'LG612']);
  expect(keys('12345678901 / 1234567', 'FM', undefined, '')).toEqual(['1234567', '1234567', '1234567']);
  expect(keys('12345678901/1234567', 'GIA')).toEqual(['12345678901/1234567']);
  expect(certificateKey({ lab: 'FM' })).toBeUndefined();
});
