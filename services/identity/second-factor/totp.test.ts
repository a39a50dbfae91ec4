import { describe, expect, it, test } from 'vitest';
import { base32, codeAt, keyUri, matchingStep } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('a code', () => {
  // The test vectors of RFC 6238, the last six of their eight digits.
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at second %i is %s', (seconds, code) => expect(codeAt(SECRET, at(seconds))).toBe(code));

  const NOW = 1_111_111_109;
  it.each([
    ['of now', 0, true],
    ['of the step before', -30, true],
    ['of the step after', 30, true],
    ['of two steps before', -60, false],
    ['of two steps after', 60, false],
  ])('%s counts: %s', (_, seconds, counts) => {
    const step = matchingStep(SECRET, codeAt(SECRET, at(NOW + seconds)), at(NOW), 0);
    expect(step !== null).toBe(counts);
  });
  it('counts once, and no older one after it', () => {
    const code = codeAt(SECRET, at(NOW));
    const step = matchingStep(SECRET, code, at(NOW), 0)!;
    expect(matchingStep(SECRET, code, at(NOW), step)).toBeNull();
    expect(matchingStep(SECRET, codeAt(SECRET, at(NOW - 30)), at(NOW), step)).toBeNull();
    expect(matchingStep(SECRET, codeAt(SECRET, at(NOW + 30)), at(NOW + 30), step)).toBe(step + 1);
  });
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%s in base 32 is %s (RFC 4648)', (text, encoded) => expect(base32(Buffer.from(text))).toBe(encoded));

test('an app is given secret, house and account', () => {
  expect(keyUri('Vitrine', 'ada@example.com', Buffer.from('foobar'))).toBe(
    'otpauth://totp/Vitrine:ada%40example.com?secret=MZXW6YTBOI&issuer=Vitrine',
  );
});
