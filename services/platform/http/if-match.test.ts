import { expect, test } from 'vitest';
import { ifMatch, sendVersion } from './index.ts';

/** The headers of an answer that sends this version. */
function sent(version: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  const reply = { request: {}, header: (name: string, value: string) => (headers[name] = value) };
  sendVersion(reply, version);
  return headers;
}

test('the version of an answer is the one that an edit names', () => {
  const { etag } = sent('42');
  expect(ifMatch({ headers: { 'if-match': etag } })).toBe('42');
});

test('an answer without a version has no ETag, which an edit could not name', () => {
  expect(sent(undefined)).toEqual({});
  expect(() => ifMatch({ headers: { 'if-match': '""' } })).toThrow('If-Match must be the ETag');
});

test('an edit without a version, or with a star for one, is of whichever there is', () => {
  expect(ifMatch({ headers: {} })).toBeNull();
  expect(ifMatch({ headers: { 'if-match': '*' } })).toBeNull();
});
