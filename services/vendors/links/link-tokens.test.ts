import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLinkTokens } from './link-tokens.ts';

const tokens = createLinkTokens('a secret of the tests, long enough');

test('a token names its link, and nothing else does', () => {
  const id = randomUUID();
  const token = tokens.sign(id);
  expect(tokens.read(token)).toBe(id);
  expect(tokens.sign(id)).toBe(token);
  expect(tokens.read(tokens.sign(randomUUID()))).not.toBe(id);
  for (const other of ['', 'x', token.slice(1), `${token}AAAA`, id]) expect(tokens.read(other)).toBeNull();
});

test('a token with one byte changed is refused, whichever it is', () => {
  const bytes = Buffer.from(tokens.sign(randomUUID()), 'base64url');
  bytes.forEach((byte, place) => {
    const changed = Buffer.from(bytes);
    changed[place] = byte ^ 1;
    expect(tokens.read(changed.toString('base64url'))).toBeNull();
  });
});

test('a token of another secret is refused', () => {
  expect(tokens.read(createLinkTokens('another secret, as long as that').sign(randomUUID()))).toBeNull();
});
