import { afterEach, describe, expect, it, vi } from 'vitest';
import { codeReader, numberOf, numbersIn } from './codes.ts';

afterEach(() => vi.unstubAllGlobals());

describe('Codes of certificates (product: Find)', () => {
  it.each([
    ['2141438167', '2141438167'],
    [' VTR-100040 ', 'VTR-100040'],
    ['https://www.gia.edu/report-check?reportno=2141438167', '2141438167'],
    ['https://www.igi.org/reports/verify-your-report?r=LG512345678', 'LG512345678'],
    ['https://example.com/nothing', ''],
  ])('%s is the number %s', (code, number) => expect(numberOf(code)).toBe(number));

  it('are read once each, by what the browser has for it', async () => {
    expect(await codeReader()).toBeNull();
    const codes = [
      'https://www.gia.edu/report-check?reportno=2141438167',
      '2141438167',
      'https://example.com/',
    ];
    class Reader {
      static getSupportedFormats = () => Promise.resolve(['qr_code']);
      detect = () => Promise.resolve(codes.map((rawValue) => ({ rawValue })));
    }
    vi.stubGlobal('BarcodeDetector', Reader);
    const reader = await codeReader();
    expect(await numbersIn(reader!, document.createElement('canvas'))).toEqual(['2141438167']);
  });
});
