import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLinkTokens } from './link-tokens.ts';

const SECRET = 'a secret of the tests, long enough';
const tokens = createLinkTokens(SECRET, 'a page');

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

test('a token of another secret, or of links to something else, is refused', () => {
  for (const others of [
    createLinkTokens('another secret, as long as that', 'a page'),
    createLinkTokens(SECRET, 'another page'),
  ])
    expect(tokens.read(others.sign(randomUUID()))).toBeNull();
});
